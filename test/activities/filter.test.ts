import { ApplicationFailure } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, test } from 'vitest';

import { filterActivities } from '../../activities/filter.ts';
import type { AgentModel } from '../../capabilities/agent-turn.ts';
import { ModelFailure } from '../../domain/model-failure.ts';
import { quietLogger } from '../support/quiet-runtime.ts';
import { beginRun } from '../support/run.ts';
import { testRedis } from '../support/service.ts';

test('a filter that no model judged stands in the record as one that was not', async () => {
  await using connection = await testRedis();
  const { redis } = connection;
  const filter = 'people who sound happy';
  const begun = await beginRun(redis, { filter });
  const model = {
    isOffline: false,
    evaluateFilter: () => Promise.reject(new ModelFailure({ kind: 'auth' })),
  } as unknown as AgentModel;
  const { judgeFilter } = filterActivities({
    ...begun,
    models: { of: () => Promise.resolve({ main: model, fallback: null, filter: model }) },
  });
  const inTemporal = new MockActivityEnvironment({}, { logger: quietLogger });
  await expect(inTemporal.run(judgeFilter, begun.run)).rejects.toThrow(ApplicationFailure);
  const record = await begun.deliveries.find(begun.run.workspaceId, begun.run.deliveryId);
  expect(record?.filter).toEqual({ text: filter, matched: null, evidence: 'not judged' });
});
