import { afterAll, beforeAll, expect, it } from 'vitest';

import { startGate } from '#test/support/gate.ts';
import { startModelServer } from '#test/support/model-server.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';

let models: Awaited<ReturnType<typeof startModelServer>>;
let gate: Awaited<ReturnType<typeof startGate>>;
let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
beforeAll(async () => {
  models = await startModelServer(() => ({ text: 'The order is reported.' }));
  const { hostname, port } = new URL(models.origin);
  gate = await startGate({ host: hostname, port: Number(port) });
  const env = { MODEL: 'openai-compatible/m', MODEL_BASE_URL: `http://${gate.address}/v1` };
  api = await startApi(env);
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await gate[Symbol.asyncDispose]();
  await models[Symbol.asyncDispose]();
});

interface Shown {
  readonly outcome: string;
  readonly filter: { readonly matched: boolean | null; readonly evidence: string } | null;
  readonly steps: readonly {
    readonly summary: string;
    readonly tries: readonly object[];
    readonly nextTryAt: string | null;
  }[];
}

async function deliver(content: { instructions: string; filter?: string }) {
  const owner = await api.newOwner();
  const { hook } = await owner.newAutomation(content);
  const delivered = await fetch(hook, { method: 'POST', body: 'An order.' });
  const { deliveryId } = (await delivered.json()) as { deliveryId: string };
  const record = async () => (await (await owner.manage('GET', `/deliveries/${deliveryId}`)).json()) as Shown;
  const shown = async (what: string, isShown: (record: Shown) => boolean) =>
    await until(
      what,
      async () => {
        const found = await record();
        return isShown(found) ? found : undefined;
      },
      { timeoutMs: 120_000 },
    );
  return { owner, deliveryId, shown };
}

const at = expect.stringMatching(/^\d{4}-.*Z$/);

it('a run whose provider refuses connections shows why and when it is asked again, and ends once it answers', async () => {
  gate.set('refusing');
  const { shown } = await deliver({ instructions: 'Report the order politely.' });
  const waiting = await shown('a second try', ({ steps }) => (steps[0]?.tries.length ?? 0) >= 2);
  const model = 'openai-compatible/m';
  const error = expect.stringContaining('The model provider does not answer.') as string;
  expect(waiting).toMatchObject({
    outcome: 'running',
    steps: [{ kind: 'model', model, inputTokens: 0, summary: error, nextTryAt: at }],
  });
  expect(waiting.steps[0]?.tries.slice(0, 2)).toEqual([
    { at, model, error },
    { at, model, error },
  ]);
  gate.set('open');
  const ended = await shown('the end of the run', ({ outcome }) => outcome !== 'running');
  expect(ended).toMatchObject({ outcome: 'succeeded', steps: [{ kind: 'model', nextTryAt: null }] });
  expect(ended.steps).toHaveLength(1);
  expect(ended.steps[0]?.tries.at(-1)).toEqual({ at, model, error: null });
});

it('a filter that waits for its model says so', async () => {
  gate.set('refusing');
  const { shown, owner, deliveryId } = await deliver({
    instructions: 'Report the order.',
    filter: 'Only orders of people in a hurry.',
  });
  const { filter } = await shown(
    'the reason',
    ({ filter }) => (filter?.evidence ?? 'not judged') !== 'not judged',
  );
  expect(filter).toMatchObject({
    matched: null,
    evidence: expect.stringMatching(
      /^not judged: The model provider does not answer\.( It said: \S+)? The model is asked again at 2\S+Z\.$/,
    ),
  });
  expect((await owner.manage('DELETE', `/deliveries/${deliveryId}`)).status).toBe(204);
  gate.set('open');
});
