import assert from 'node:assert/strict';

/** Asserts that `work(count)`, which finds `count` things in a text, takes time that is linear in `count`. */
export function assertLinear(work) {
  const cost = (count) => {
    const start = process.cpuUsage();
    assert.ok(work(count).length >= count);
    return Object.values(process.cpuUsage(start)).reduce((sum, it) => sum + it);
  };
  const least = (count) => Math.min(...Array.from({ length: 4 }, () => cost(count)));
  const [once, eightfold] = [least(10_000), least(80_000)];
  // Quadratic time is 64 times as much.
  assert.ok(eightfold < 24 * once, `${work}: ${once} µs, and ${eightfold} µs for eight times the text`);
}
