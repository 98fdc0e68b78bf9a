import { afterAll, beforeAll, expect, it } from 'vitest';

import { consoleVisitor } from '#test/support/console-visitor.ts';
import { startModelServer } from '#test/support/model-server.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';

let model: Awaited<ReturnType<typeof startModelServer>>;
let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
beforeAll(async () => {
  model = await startModelServer(() => ({ text: 'All is well.' }));
  api = await startApi({ MODEL: 'openai-compatible/m', MODEL_BASE_URL: model.baseUrl });
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await model[Symbol.asyncDispose]();
});

it('the confirmation of a plan that breaks a case is refused beside the case, and done all the same on demand', async () => {
  const owner = await api.newOwner();
  const { id, hook } = await owner.newAutomation({ instructions: 'Look at the order.' });
  const headers = { 'content-type': 'application/json' };
  const answered = await fetch(hook, { method: 'POST', headers, body: '{"id":"A-1"}' });
  const { deliveryId } = (await answered.json()) as { deliveryId: string };
  const json = async (path: string) =>
    (await (await owner.manage('GET', path)).json()) as Record<string, unknown>;
  await expect.poll(() => json(`/deliveries/${deliveryId}`)).toMatchObject({ outcome: 'succeeded' });
  const kept = await owner.manage('POST', `/automations/${id}/cases`, {
    deliveryId,
    name: 'One',
    mustHold: true,
  });
  expect(await kept.json()).toMatchObject({ holds: null, expected: { kind: 'requests', requests: [] } });
  const instructions = 'POST https://api.example.com/orders with the id.';
  await owner.manage('PATCH', `/automations/${id}`, { instructions });
  const { planState, planDigest } = await json(`/automations/${id}`);
  expect(planState).toBe('proposed');

  const visitor = consoleVisitor(api.url);
  await visitor.signIn(owner.workspace.token);
  const path = `/console/automations/${id}`;
  const fields = { digest: planDigest as string };
  const { response, text } = await visitor.submit(path, `${path}/plan`, fields);
  expect(response.status).toBe(409);
  expect(text).toContain('The change breaks a case that must hold.');
  expect(text).toContain(`<a href="/console/deliveries/${deliveryId}">`);
  expect(await json(`/automations/${id}`)).toMatchObject({ planState: 'proposed' });
  expect(text).toContain('Confirm it all the same');
  const forced = await visitor.submit(path, `${path}/plan`, { ...fields, force: 'true' });
  expect(forced.response.headers.get('location')).toBe(`${path}?saved`);
  expect(await json(`/automations/${id}`)).toMatchObject({ planState: 'confirmed' });
});
