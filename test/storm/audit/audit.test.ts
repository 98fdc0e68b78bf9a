import { expect, test } from 'vitest';

import type { PlannedDelivery } from '../plan/delivery.ts';
import type { AttemptResult } from '../send/attempts.ts';
import { audit } from './audit.ts';
import { isFailed } from './findings.ts';
import type { Observations, SeenRecord } from './observations.ts';

const delivery: PlannedDelivery = {
  number: 0,
  workspace: 0,
  target: 'at-once',
  event: 0,
  idIn: 'header',
  eventId: 'evt-0',
  order: 's1-0',
  isLarge: false,
  isTwice: false,
  cutOff: null,
  givesUp: false,
};
const accepted: AttemptResult = {
  kind: 'taken',
  status: 'accepted',
  deliveryId: 'dlv_0',
  eventId: 'evt-0',
  eventIdSource: 'header',
};
const refused: AttemptResult = { kind: 'refused', status: 503, code: 'INTAKE_UNAVAILABLE' };
const record: SeenRecord = {
  workspace: 0,
  target: 'at-once',
  deliveryId: 'dlv_0',
  eventId: 'evt-0',
  order: 's1-0',
  outcome: 'succeeded',
  reason: null,
  receivedAt: '2026-01-02T03:04:05.678Z',
};
const effect = { order: 's1-0', idempotencyKey: 'key-0', atMs: 1_000 };
const attempt = (result: AttemptResult) => ({
  delivery: 0,
  sender: 0 as const,
  startedAtMs: 900,
  endedAtMs: 950,
  result,
});
const good: Observations = {
  attempts: [attempt(accepted)],
  effects: [effect],
  records: [record],
  slots: [{ workspace: 0, fitted: 8, ninth: 'CONCURRENCY_EXCEEDED' }],
  bills: [{ workspace: 0, billed: 1, owed: 1 }],
  faults: [],
};
const kill = { name: 'kill-worker', struckAtMs: 2_000, overAtMs: 5_000 };

/** How many of each kind were found, those of which there are none left out. */
function found(change: Partial<Observations>, planned: Partial<PlannedDelivery> = {}) {
  const { findings } = audit([{ ...delivery, ...planned }], { ...good, ...change });
  const counts = Object.entries(findings).map(([name, those]) => [name, those.length] as const);
  return { ...Object.fromEntries(counts.filter(([, count]) => count > 0)), isFailed: isFailed(findings) };
}

test('finds nothing where the sender, the target and the record agree', () => {
  expect(found({})).toEqual({ isFailed: false });
});

test.each<[string, Partial<Observations>, string]>([
  ['taken, and there is no record', { records: [] }, 'lost'],
  ['succeeded, and nothing arrived', { effects: [] }, 'lost'],
  ['failed, though the target answered', { records: [{ ...record, outcome: 'failed' }] }, 'lost'],
  ['two requests at the target', { effects: [effect, { ...effect, idempotencyKey: 'key-1' }] }, 'twice'],
  ['two records of an event', { records: [record, { ...record, deliveryId: 'dlv_1' }] }, 'twice'],
  ['still running', { records: [{ ...record, outcome: 'running' }] }, 'stuck'],
  ['seven slots', { slots: [{ workspace: 0, fitted: 7, ninth: 'not sent' }] }, 'leaked'],
  ['nine slots', { slots: [{ workspace: 0, fitted: 8, ninth: 'accepted' }] }, 'leaked'],
  ['billed twice', { bills: [{ workspace: 0, billed: 2, owed: 1 }] }, 'usage'],
  [
    'a first that is a duplicate',
    { attempts: [attempt({ ...accepted, status: 'duplicate' })] },
    'falseDuplicate',
  ],
  ['another event id', { attempts: [attempt({ ...accepted, eventId: 'evt-1' })] }, 'wrongAnswer'],
  [
    '429 and done',
    { attempts: [attempt({ kind: 'refused', status: 429, code: 'CONCURRENCY_EXCEEDED' })] },
    'wrongAnswer',
  ],
  [
    'an order that was never sent',
    { effects: [effect, { ...effect, order: 's1-9', idempotencyKey: 'key-9' }] },
    'unaccounted',
  ],
  [
    'an unknown effect without a fault',
    { records: [{ ...record, outcome: 'unknown_effect' }] },
    'unexplained',
  ],
])('fails for %s', (_, change, category) => {
  expect(found(change)).toEqual({ [category]: 1, isFailed: true });
});

test('finds an answer of the wrong status and a repeated Idempotency-Key', () => {
  const answer: AttemptResult = { kind: 'refused', status: 500, code: 'INTERNAL_ERROR' };
  expect(found({ attempts: [attempt(answer)], records: [], effects: [] })).toEqual({
    wrongAnswer: 1,
    isFailed: true,
  });
  // Two requests, and the same key.
  expect(found({ effects: [effect, effect] })).toEqual({ twice: 2, isFailed: true });
});

test('tells an unknown effect by our fault from one by the target, and a ghost from a loss', () => {
  const unknown = { ...record, outcome: 'unknown_effect' as const };
  expect(found({ records: [unknown], faults: [kill] })).toEqual({ unknownOurs: 1, isFailed: false });
  expect(found({ records: [{ ...unknown, target: 'cut' }] }, { target: 'cut' })).toEqual({
    unknownTheirs: 1,
    isFailed: false,
  });
  expect(found({ attempts: [attempt(refused)] })).toEqual({ ghost: 1, isFailed: false });
});

test('the fault that struck next to a request is what broke it off', () => {
  const restart = { name: 'rolling-restart', struckAtMs: 0, overAtMs: 9_000 };
  const late = { ...kill, name: 'kill-all', struckAtMs: 60_000, overAtMs: 61_000 };
  const { findings } = audit([delivery], {
    ...good,
    records: [{ ...record, outcome: 'unknown_effect' }],
    faults: [restart, { ...kill, struckAtMs: 1_100 }, late],
  });
  expect(findings.unknownOurs).toMatchObject([{ cause: 'kill-worker' }]);
});

test('a sender that hung up may find its delivery done or not', () => {
  expect(found({ attempts: [attempt({ kind: 'hung-up' })] })).toEqual({ isFailed: false });
  expect(found({ attempts: [attempt({ kind: 'hung-up' })], records: [], effects: [] })).toEqual({
    isFailed: false,
  });
});

test('an event that is known by its payload may be done once on each day', () => {
  const payload = { eventId: null, idIn: 'none' as const };
  const records = [record, { ...record, deliveryId: 'dlv_1', receivedAt: '2026-01-03T00:00:01.000Z' }];
  const effects = [effect, { ...effect, idempotencyKey: 'key-1' }];
  expect(found({ records, effects }, payload)).toEqual({ isFailed: false });
  expect(found({ records: [record, { ...record, deliveryId: 'dlv_1' }], effects }, payload)).toEqual({
    twice: 2,
    isFailed: true,
  });
});
