import { expect, test } from 'vitest';

import { createApprovals } from '#store/approval/approvals.ts';
import { beginRun } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';

test('asks', async () => {
  await using connection = await testRedis();
  const { redis } = connection;
  const { run } = await beginRun(redis, {});
  const approvals = createApprovals({ redis });
  expect(
    await approvals.ask(run, [
      {
        ...{
          id: 'apr_1',
          agentId: 'agt_1',
          turn: 1,
          request: 1,
          policyId: 'pol_1',
          hours: 1,
          workflowId: 'w',
        },
        call: { callId: 'c1', name: 'http_request', method: 'POST', url: 'https://api.example.com/' },
      },
    ]),
  ).toMatchObject({ state: 'open' });
});
