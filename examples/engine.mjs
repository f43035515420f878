// An engine in JavaScript: it likes the middle of the board, and others off it.
// It knows no rules: the host tells what it may do, and where each placement leads.
// Play against it with: tsuro arena "cmd:node examples/engine.mjs" wanderer
import { createInterface } from "node:readline";

let actions = []; // what it may do now, each with where the markers would go

const answers = {
  __proto__: null, // so that only these words are known
  tsuro: () => "name Middle lover\nauthor The Tsuro maintainers\nready 1",
  position: () => void (actions = []),
  may: (rest) => void actions.push(readAction(rest)),
  go: () => `best ${best(actions).text}`,
  quit: () => process.exit(),
};

// "play 17e moves 1:c4n1:2 2:out:1", "mark c6n1", "exchange 4 for 8", "exchange nothing"
function readAction(rest) {
  const [text, moves = ""] = rest.split(" moves ");
  const [own, ...others] = moves.split(" ").map((move) => move.split(":")[1]);
  return { text, end: text.startsWith("mark ") ? text.slice(5) : own, others };
}

function best(actions) {
  return actions.reduce((one, other) => (promise(other) > promise(one) ? other : one));
}

function promise({ end, others }) {
  if (end === undefined) return 0; // an exchange: all are alike
  const eliminated = others.filter((other) => other === "out").length;
  return eliminated * 10 - (end === "out" ? 100 : distanceFromTheMiddle(end));
}

// A point such as c4n1 is on square c4; the middle is where c3, d3, c4 and d4 meet.
function distanceFromTheMiddle(point) {
  const column = point.charCodeAt(0) - "a".charCodeAt(0);
  const row = Number(point[1]) - 1;
  return Math.abs(column - 2.5) + Math.abs(row - 2.5);
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const [word, ...rest] = line.trim().split(" ");
  const answer = answers[word]?.(rest.join(" ")); // lines it does not know it ignores
  if (answer) console.log(answer);
});
