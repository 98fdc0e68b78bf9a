import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Step } from '#capabilities/step.ts';
import { runIdOf } from '#domain/run-ref.ts';
import { keys } from '#store/records/index.ts';
import { stepsOf } from '#store/run/view.ts';
import { beginRun } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const stepTo = (path: string): Step => ({
  kind: 'request',
  operation: null,
  startedAt: '2026-03-01T12:00:00.000Z',
  durationMs: 1,
  method: 'GET',
  host: 'a.example',
  port: null,
  path,
  status: 200,
  attachedHeaders: [],
  requestBody: null,
  responseBody: null,
  outcome: 'answered',
  error: null,
  tries: [],
  nextTryAt: null,
});

test('steps are in the order of turns, requests and what was looked up after them, however late they are saved', async () => {
  const { redis } = connection;
  const { run, runs } = await beginRun(redis);
  const positions = [
    [1, 0, 1],
    [1, 1],
    [1, 1, 3],
    [1, 2],
    [1, 10],
    [2, 10, 1],
    [2, 11],
    [11, 12],
  ];
  for (const position of positions.toReversed())
    await runs.saveStep(run, position, stepTo(position.join('.')));
  const saved = await redis.hGetAll(keys.steps(run.workspaceId, runIdOf(run)));
  const paths = stepsOf(saved).steps.map((step) => step.kind === 'request' && step.path);
  expect(paths).toEqual(positions.map((position) => position.join('.')));
});
