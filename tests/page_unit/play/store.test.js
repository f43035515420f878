import assert from "node:assert/strict";
import { test } from "node:test";
import { Store } from "../../../src/tsuro/web/page/play/store.js";

const sum = (state, input) => (input ? state + input : state);

test("whoever listens hears of each change, with the state before it", () => {
  const store = new Store(1, sum);
  const heard = [];
  store.listen((...states) => heard.push(states));
  store.send(2);
  store.send(0);
  assert.deepEqual(heard, [[3, 1]]);
});

test("what a listener sends comes after all have heard", () => {
  const store = new Store(1, sum);
  const heard = [];
  store.listen((state) => state === 2 && store.send(10));
  store.listen((state, before) => heard.push([state, before]));
  store.send(1);
  assert.deepEqual(heard, [[2, 1], [12, 2]]);
});

test("a listener that fails does not keep the store from the next input", () => {
  const store = new Store(1, sum);
  store.listen((state) => {
    if (state === 2) throw new Error("no");
  });
  assert.throws(() => store.send(1));
  store.send(1);
  assert.equal(store.state, 3);
});

test("a closed store tells nobody", () => {
  const store = new Store(1, sum);
  store.listen(() => assert.fail("nobody listens"));
  store.close();
  store.send(1);
  assert.equal(store.state, 2);
});
