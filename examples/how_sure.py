"""What the dragon expects of every placement in a position, and how sure it is of that."""

from random import Random

import tsuro
from tsuro.bots import Dragon

position = tsuro.read_position(
    "modern 1 1,32n,4/1,7w,10n,3/4,5w,13n/4,12n,1/24e,23e,4/20e,5 "
    "circle@f4e2=16,15,11;square@a1w2=?,?,?;triangle@b6n2=?,?,? 17 - play:1"
)
dragon = Dragon(Random(1), playouts=400)
chosen = dragon.choose(tsuro.view(position, 0))

for estimate in sorted(dragon.estimates, key=lambda estimate: -estimate.share):
    low, high = estimate.ci95
    print(f"{tsuro.write_action(estimate.action)}: wins {estimate.share:.0%}, between {low:.0%} and {high:.0%}")
print(f"The dragon chooses: {tsuro.write_action(chosen)}")
