import { setImmediate as later } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createWorkContext } from '#platform/work-context.ts';
import { inRunContext } from '#worker/observed.ts';

type Hooks = ReturnType<ReturnType<typeof inRunContext>>;

/** A line of the SDK's log that is written while an activity is carried out. */
async function lineOf(...args: unknown[]): Promise<unknown> {
  const work = createWorkContext({ annotate: () => undefined, traceId: () => 't1' });
  const hooks = inRunContext(work)({} as Parameters<ReturnType<typeof inRunContext>>[0]) as Required<Hooks>;
  const attributes = hooks.outbound.getLogAttributes!;
  const activity = async () => {
    await later();
    return attributes({ activityType: 'takeTurn' }, (input) => input);
  };
  return await hooks.inbound.execute!({ args, headers: {} }, activity);
}

test('a line that an activity logs tells its run and its trace', async () => {
  const run = { kind: 'delivery', workspaceId: 'ws_1', automationId: 'aut_1', deliveryId: 'dlv_1' };
  const ids = { workspaceId: 'ws_1', automationId: 'aut_1', deliveryId: 'dlv_1' };
  expect(await lineOf(run, 3)).toEqual({ activityType: 'takeTurn', traceId: 't1', ...ids });
});

test('an activity that belongs to no run has lines as well', async () => {
  expect(await lineOf()).toEqual({ activityType: 'takeTurn', traceId: 't1' });
});
