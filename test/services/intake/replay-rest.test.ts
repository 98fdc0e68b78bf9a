import { expect, test } from 'vitest';

import type { ReplayPosition } from '#contracts/replay.ts';
import { createReplayRest } from '#intake/replay-rest.ts';
import type { ReplayRequest, ReplayStop } from '#intake/replay-many.ts';

const order = {
  selection: { workspaceId: 'ws_1', automationId: 'aut_1', outcomes: ['failed'], fromMs: 0, toMs: 1 },
  after: { at: 1, id: 'dlv_1' },
  withReplays: false,
} as const;
const behind: ReplayPosition = { at: 2, id: 'dlv_2' };

/** A workspace in which so much is in use, and what one call comes to. */
function setUp(
  inUse: { readonly slots?: number; readonly minute?: number },
  came: { readonly stop?: ReplayStop; readonly position?: ReplayPosition | null } = {},
) {
  const calls: ReplayRequest[] = [];
  const { stop = null, position = behind } = came;
  const replayRest = createReplayRest({
    limitsInUse: () =>
      Promise.resolve([
        { name: 'deliveriesPerMinute', used: inUse.minute ?? 0, limit: 60 },
        { name: 'concurrentDeliveries', used: inUse.slots ?? 0, limit: 8 },
      ]),
    replayMany: (request) => {
      calls.push(request);
      const counts = { replayedBefore: 0, leftOut: 0, notKept: 0, remaining: position === null ? 0 : 1 };
      return Promise.resolve({ deliveryIds: ['dlv_new'], leftOutDeliveries: [], ...counts, stop, position });
    },
  });
  return { calls, replayRest };
}

test.each([
  ['nothing is in use', {}, 4],
  ['some slots are taken', { slots: 3 }, 1],
  ['the minute is nearly half used up', { slots: 1, minute: 28 }, 2],
])('if %s, half of the limits is filled', async (_, inUse, limit) => {
  const { calls, replayRest } = setUp(inUse);
  expect(await replayRest(order)).toEqual({ status: 'open', after: behind, started: 1 });
  expect(calls).toEqual([{ ...order, limit }]);
});

test.each([{ slots: 4 }, { slots: 8 }, { minute: 30 }])(
  'if half is in use, new deliveries have the rest: %j',
  async (inUse) => {
    const { calls, replayRest } = setUp(inUse);
    expect(await replayRest(order)).toEqual({ status: 'open', after: order.after, started: 0 });
    expect(calls).toEqual([]);
  },
);

test.each<[ReplayStop]>([
  [{ status: 'full', slots: 8 }],
  [{ status: 'rate', retryAfterMs: 1, most: 60 }],
  [{ status: 'skipped', reason: 'budget' }],
])('waits for a stop that passes by itself: %j', async (stop) => {
  expect(await setUp({}, { stop }).replayRest(order)).toEqual({ status: 'open', after: behind, started: 1 });
});

test.each<[ReplayStop, string]>([
  [{ status: 'skipped', reason: 'paused' }, 'paused'],
  [{ status: 'retired' }, 'retired'],
  [{ status: 'suspended' }, 'suspended'],
  [{ status: 'storage', limit: 'total' }, 'storage'],
])('ends at a stop that does not pass by itself: %j', async (stop, how) => {
  expect(await setUp({}, { stop }).replayRest(order)).toEqual({ status: 'over', how });
});

test('ends with the last one', async () => {
  expect(await setUp({}, { position: null }).replayRest(order)).toEqual({ status: 'over', how: 'done' });
});

test('decides nothing where the service is unavailable', async () => {
  const stop = { status: 'unavailable', error: new Error('Redis is away') } as const;
  await expect(setUp({}, { stop }).replayRest(order)).rejects.toThrow('Redis is away');
});
