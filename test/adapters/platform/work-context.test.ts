import { setImmediate as later } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { createWorkContext } from '#platform/work-context.ts';

function observed(traceId: string | null = null) {
  const attributes: object[] = [];
  const work = createWorkContext({ annotate: (added) => attributes.push(added), traceId: () => traceId });
  return { work, attributes };
}

test('a line tells what the work at hand is about, wherever that leads', async () => {
  const { work } = observed('t1');
  const lines = await work.run({ workspaceId: 'ws_1' }, async () => {
    await later();
    work.annotate({ deliveryId: 'dlv_1' });
    return [work.lineFields(), work.run({ automationId: 'aut_1' }, work.lineFields)];
  });
  expect(lines).toEqual([
    { workspaceId: 'ws_1', deliveryId: 'dlv_1', traceId: 't1' },
    { workspaceId: 'ws_1', deliveryId: 'dlv_1', automationId: 'aut_1', traceId: 't1' },
  ]);
});

test('the work of two requests at once is kept apart, and nothing is left behind', async () => {
  const { work } = observed();
  const one = async (deliveryId: string) =>
    await work.run({}, async () => {
      work.annotate({ deliveryId });
      await later();
      return work.lineFields();
    });
  expect(await Promise.all([one('dlv_1'), one('dlv_2')])).toEqual([
    { deliveryId: 'dlv_1' },
    { deliveryId: 'dlv_2' },
  ]);
  work.annotate({ deliveryId: 'dlv_3' });
  expect(work.lineFields()).toEqual({});
});

test('spans are told the same', () => {
  const { work, attributes } = observed();
  work.run({ workspaceId: 'ws_1' }, () => work.annotate({ automationId: 'aut_1', deliveryId: 'dlv_1' }));
  expect(attributes).toEqual([{ workspace_id: 'ws_1' }, { automation_id: 'aut_1', delivery_id: 'dlv_1' }]);
});
