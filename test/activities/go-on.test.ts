import { expect, test } from 'vitest';

import { goOn } from '#activities/go-on.ts';
import type { TurnReport } from '#contracts/turn-report.ts';
import { defaultBudget } from '#domain/budget.ts';

const quick = { kind: 'request', isQuick: true } as const;
const turnOf = (...calls: TurnReport['calls']): TurnReport => ({
  calls,
  ending: null,
  tokens: 0,
  amountMicros: 0,
  summary: 'planned',
});
const begunWith = (turn: TurnReport) =>
  ({ status: 'begun', isOffline: true, isFilterOpen: false, budget: defaultBudget, turn }) as const;
const first = { ...quick, callId: 'a', summary: 'POST a' };
const second = { ...quick, callId: 'b', summary: 'POST b' };
const unsent = () => Promise.reject(new Error('nothing is to be sent'));

test.each([
  ['a target is slow', turnOf(first, { callId: 'b', kind: 'request', summary: 'POST b' })],
  ['something is read first', turnOf({ callId: 'r', kind: 'read', summary: 'Read' }, first)],
  ['the turn was the last', { ...turnOf(), ending: { outcome: 'needs_model', reason: null } } as const],
])('a run is left to the workflow as it is where %s', async (_, turn) => {
  const begun = begunWith(turn);
  expect(await goOn(begun, unsent)).toBe(begun);
});

test('a run without a turn is left to the workflow as it is', async () => {
  const begun = { status: 'begun', isOffline: false, isFilterOpen: true } as const;
  expect(await goOn(begun, unsent)).toBe(begun);
});

test('no request is begun late, because the step holds the workflow task of its run', async () => {
  let atMs = 0;
  const begun = begunWith(turnOf(first, second));
  const send = () => {
    atMs += 2_001;
    return Promise.resolve({ isEffectUnknown: false });
  };
  const left = await goOn(begun, send, () => atMs);
  expect(left).toEqual({ ...begun, sent: { a: { isEffectUnknown: false, tookMs: 2_001 } } });
});

test('a later turn that plans for a slow target is left to the workflow, and told', async () => {
  const next = turnOf({ callId: 'b', kind: 'request', summary: 'POST b' });
  const begun = begunWith(turnOf(first));
  const left = await goOn(
    begun,
    () => Promise.resolve({ isEffectUnknown: false, turn: next }),
    () => 0,
  );
  expect(left).toEqual({ ...begun, sent: { a: { isEffectUnknown: false, turn: next, tookMs: 0 } } });
});
