/**
 * Conditions beside `JSON.parse` of the body that they read, and beside the evaluator of the parser's library: an ordinary
 * one on an ordinary delivery, then the most expensive on a megabyte, which must end in about the time of one parse.
 *
 *   node bench/condition.ts
 */
import { Environment } from '@marcbachmann/cel-js';

import { compileCondition, type ConditionInput, evaluateCondition } from '#rules/condition.ts';
import { readDocument } from '#rules/read-document.ts';
import { report } from './support/figures.ts';
import { median } from './support/load.ts';
import { unlessQuick } from './support/quick.ts';

const rounds = unlessQuick(15, 3);

const ordinary = {
  action: 'closed',
  pull_request: { merged: true, base: { ref: 'main' }, title: 'Mend the door', labels: [{ name: 'bug' }] },
  pad: 'x'.repeat(8_000),
};
const items = { items: Array.from({ length: 60_000 }, (_, at) => ({ n: at, s: 'a' })) };
const long = { s: 'a'.repeat(1_000_000), part: `b${'a'.repeat(400_000)}` };
const numbers = { n: Array.from({ length: 250_000 }, (_, at) => at % 10) };
const again = (part: string, joint: string, times: number) =>
  Array.from({ length: times }, () => part).join(joint);

const cases: readonly (readonly [name: string, body: object, text: string])[] = [
  [
    'ordinary',
    ordinary,
    'body.action == "closed" && body.pull_request.merged && body.pull_request.base.ref == "main"',
  ],
  [
    'a macro',
    ordinary,
    'body.pull_request.labels.exists(l, l.name == "bug") && body.pull_request.title.contains("door")',
  ],
  ['macro in macro, 1 MB', items, 'body.items.all(i, body.items.all(j, i.n >= 0 && j.n >= 0))'],
  ['macros, 1 MB', numbers, again('body.n.all(n, n >= 0)', ' && ', 150)],
  ['in, 1 MB', numbers, again('11 in body.n', ' || ', 200)],
  ['contains, 1 MB', long, again('body.s.contains(body.part)', ' || ', 100)],
  ['upperAscii, 1 MB', long, again('body.s.upperAscii() == "A"', ' || ', 120)],
  ['matches, 1 MB', long, again('body.s.substring(0, 500).matches("[ab]*a[ab]{100}[cd]")', ' || ', 40)],
];

/** Microseconds of one call, the best of a few after it is warm. */
function microseconds(call: () => unknown): number {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    let calls = 0;
    const start = performance.now();
    do {
      call();
      calls += 1;
    } while (performance.now() - start < 5);
    times.push(((performance.now() - start) / calls) * 1_000);
  }
  return median(times);
}

function inputOf(body: string): ConditionInput {
  const document = readDocument({
    contentType: 'application/json',
    headers: { 'x-github-event': 'pull_request' },
    body: new TextEncoder().encode(body),
    receivedAt: '2026-11-27T10:00:00.000Z',
    eventId: 'event',
    reference: null,
    referenceUrl: null,
    sender: 'generic',
    eventName: null,
  });
  return { document, sender: 'github' };
}

const library = new Environment({ unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false });

for (const [name, body, text] of cases) {
  const written = JSON.stringify(body);
  const input = inputOf(written);
  const compiled = compileCondition(text);
  if (compiled.state === 'invalid') throw new Error(compiled.message);
  const parse = microseconds(() => JSON.parse(written));
  const ours = microseconds(() => evaluateCondition(compiled.condition, input));
  const decision = `${ours.toFixed(1)} µs`;
  report({
    name,
    ours: `${decision}; compiled in ${microseconds(() => compileCondition(text)).toFixed(1)} µs`,
    yardstick: `${parse.toFixed(1)} µs, JSON.parse`,
    ratio: ours / parse,
    goal: body === ordinary ? null : { atMost: 1 },
  });
  if (body !== ordinary) continue;
  const theirs = library.parse(text);
  const parsed: unknown = JSON.parse(written);
  const plain = microseconds(() => theirs({ body: parsed }) as unknown);
  report({
    name: `${name}, with its evidence`,
    ours: decision,
    yardstick: `${plain.toFixed(1)} µs, the library of the parser`,
    ratio: ours / plain,
    goal: null,
  });
}
