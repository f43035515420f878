"""The fair queue, in a time of its own: processes that take jobs, and owners who want more than there is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from tsuro.bots import Dragon
from tsuro.server.rooms.fair_queue import FairQueue, Whose
from tsuro.server.rooms.giving_way import PATIENCE, STEPS, Thinking

LONGEST = 4  # seconds of a job
OWNERS, TABLES = st.integers(0, 3), st.integers(0, 2)
COSTS = st.integers(1, LONGEST)


@dataclass(frozen=True, order=True, kw_only=True)
class Job:
    at: float  # when it arrives
    number: int
    owner: int
    table: int
    cost: float

    @property
    def whose(self) -> Whose:
        return Whose(owner=self.owner, table=self.table)


@dataclass
class Simulation:
    """A number of processes, each of which does one job at a time. Costs are guessed first, and then corrected."""

    processes: int
    guess: float = 1.0
    queue: FairQueue[Job] = field(default_factory=FairQueue)
    began: dict[Job, float] = field(default_factory=dict)
    used: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))

    def run(self, jobs: list[Job], look: Callable[[float], None] = lambda _now: None) -> None:
        coming, working, order = sorted(jobs), list[tuple[float, int, Job]](), count()
        while coming or working or self.queue:
            now = min(([coming[0].at] if coming else []) + ([working[0][0]] if working else []))
            while coming and coming[0].at <= now:
                job = coming.pop(0)
                self.queue.push(job, job.whose)
            while working and working[0][0] <= now:
                _, _, done = heappop(working)
                self.queue.charge(done.whose, done.cost - self.guess)
                self.used[done.owner] += done.cost
            while self.queue and len(working) < self.processes:
                job = self.queue.pop()
                self.queue.charge(job.whose, self.guess)
                self.began[job] = now
                heappush(working, (now + job.cost, next(order), job))
            assert not self.queue or len(working) == self.processes, "nobody is idle while somebody waits"
            look(now)


@st.composite
def all_jobs(draw: st.DrawFn, *, at: st.SearchStrategy[int]) -> list[Job]:
    drawn = draw(st.lists(st.tuples(at, OWNERS, TABLES, COSTS), min_size=1, max_size=60))
    return [
        Job(at=when, number=number, owner=owner, table=table, cost=cost)
        for number, (when, owner, table, cost) in enumerate(drawn)
    ]


@given(all_jobs(at=st.integers(0, 30)), st.integers(1, 3))
def test_every_job_is_done_once_and_no_process_is_idle_while_one_waits(jobs: list[Job], processes: int) -> None:
    simulation = Simulation(processes)
    simulation.run(jobs)
    assert sorted(simulation.began) == sorted(jobs)
    assert all(simulation.began[job] >= job.at for job in jobs)


@given(all_jobs(at=st.integers(0, 30)))
def test_the_jobs_of_a_table_are_done_in_their_order(jobs: list[Job]) -> None:
    simulation = Simulation(1)
    simulation.run(jobs)
    for one in jobs:
        after = [job for job in jobs if job.whose == one.whose and job > one]
        assert all(simulation.began[job] > simulation.began[one] for job in after)


@given(all_jobs(at=st.just(0)), st.integers(1, 3))
def test_owners_who_wait_have_used_the_same_but_for_a_few_jobs(jobs: list[Job], processes: int) -> None:
    simulation = Simulation(processes)

    def look(_now: float) -> None:
        left = Counter(job.owner for job in jobs if job not in simulation.began)
        used = [simulation.used[owner] for owner in left]
        assert max(used, default=0) - min(used, default=0) <= 2 * LONGEST * processes

    simulation.run(jobs, look)


@given(all_jobs(at=st.integers(0, 30)), st.integers(0, 30))
def test_nobody_waits_longer_because_another_wants_much(jobs: list[Job], at: int) -> None:
    """Somebody new with one job comes after at most two jobs of each of the others, however many these want."""
    new = Job(at=at, number=1000, owner=1000, table=0, cost=1)
    simulation = Simulation(1)
    simulation.run([*jobs, new])
    before = [job for job in jobs if at <= simulation.began[job] < simulation.began[new]]
    assert simulation.began[new] - at <= LONGEST + sum(job.cost for job in before)
    assert all(number <= LONGEST + 2 for number in Counter(job.owner for job in before).values())


def test_an_owner_with_one_table_does_not_wait_for_the_eighteen_of_another() -> None:
    greedy = [Job(at=0, number=n, owner=0, table=n, cost=1.0) for n in range(18)]
    modest = Job(at=0.5, number=100, owner=1, table=100, cost=1.0)
    simulation = Simulation(2)
    simulation.run([*greedy, modest])
    assert simulation.began[modest] - modest.at <= 1.0


def test_nobody_starves_while_new_owners_come_all_the_time() -> None:
    patient = [Job(at=0, number=n, owner=0, table=0, cost=1) for n in range(3)]
    others = [Job(at=n, number=10 + n, owner=10 + n, table=0, cost=1) for n in range(200)]
    simulation = Simulation(1)
    simulation.run([*patient, *others])
    assert max(simulation.began[job] for job in patient) < 10


def test_tables_of_one_owner_share_alike() -> None:
    busy = [Job(at=0, number=n, owner=0, table=0, cost=1) for n in range(30)]
    quiet = Job(at=0, number=100, owner=0, table=1, cost=1)
    simulation = Simulation(1)
    simulation.run([*busy, quiet])
    assert simulation.began[quiet] <= 1


def test_whoever_was_idle_has_saved_nothing_up() -> None:
    early = [Job(at=n, number=n, owner=0, table=0, cost=1) for n in range(50)]
    both = [Job(at=50, number=100 + n, owner=n % 2, table=0, cost=1) for n in range(20)]
    simulation = Simulation(1)
    simulation.run([*early, *both])
    turns = [job.owner for job in sorted(both, key=simulation.began.__getitem__)]
    assert max(abs(turns[:n].count(0) - turns[:n].count(1)) for n in range(len(turns))) <= 2


def test_those_who_are_gone_are_forgotten() -> None:
    queue: FairQueue[int] = FairQueue()
    for number in range(5000):
        whose = Whose(owner=number, table=number)
        queue.push(number, whose)
        assert queue.pop() == number
        queue.charge(whose, 1.0)
    assert len(queue._owners._used) < 200


def test_a_job_that_nobody_waits_for_leaves_no_trace() -> None:
    queue: FairQueue[str] = FairQueue()
    one, other = Whose(owner=1, table=1), Whose(owner=2, table=1)
    queue.push("a", one)
    queue.push("b", one)
    queue.push("c", other)
    queue.remove("a", one)
    queue.remove("c", other)
    assert (len(queue), queue.behind(2)) == (1, 1)
    assert queue.pop() == "b"
    assert not queue


# Giving way


@given(st.integers(0, 1000), st.integers(1, 8), st.lists(st.floats(0.001, 5.0), max_size=30))
def test_those_behind_wait_no_longer_than_they_should_if_a_bot_can_help_it(
    behind: int, processes: int, took: list[float]
) -> None:
    thinking = Thinking()
    for seconds in took:
        thinking.learn(STEPS["dragon"][0], seconds)
    for bot, steps in STEPS.items():
        step = thinking.step(bot, behind=behind, processes=processes)
        best = steps.index(step)
        too_long = [s for s in steps if behind * thinking.seconds(s) / processes > PATIENCE]
        assert best == min(len(too_long), len(steps) - 1), "no weaker than it has to be"


def test_a_bot_for_which_nobody_waits_plays_as_well_as_it_can() -> None:
    for bot in ("dragon", "guardian", "apprentice", "wanderer"):
        step = Thinking().step(bot, behind=0, processes=1)
        assert (step.bot, step.below) == (bot, None)


def test_a_dragon_that_thinks_less_does_that_share_of_its_work() -> None:
    less = [step for step in STEPS["dragon"] if step.bot.startswith("dragon:")]
    assert less
    for step in less:
        assert step.work == int(step.bot.partition(":")[2]) / Dragon.PLAYOUTS < 1


def test_a_dragon_gives_way_step_by_step_and_says_so() -> None:
    thinking = Thinking()
    steps = [thinking.step("dragon", behind=behind, processes=1) for behind in (6, 12, 24, 150, 5000)]
    assert [(step.bot, step.below) for step in steps] == [
        ("dragon", None),
        ("dragon:300", "less"),
        ("dragon:150", "less"),
        ("guardian", "guardian"),
        ("apprentice", "apprentice"),
    ]
