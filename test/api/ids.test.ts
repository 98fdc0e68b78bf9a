import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let owner: Awaited<ReturnType<typeof api.newOwner>>;
let automation: Awaited<ReturnType<typeof owner.newAutomation>>;
let deliveryId: string;
beforeAll(async () => {
  api = await startApi();
  owner = await api.newOwner();
  automation = await owner.newAutomation();
  const delivered = await fetch(automation.hook, { method: 'POST', body: '{}' });
  ({ deliveryId } = (await delivered.json()) as { deliveryId: string });
});
afterAll(() => api[Symbol.asyncDispose]());

const shapes: readonly [string, (id: string) => string][] = [
  ['more behind it, which names another record in the store', (id) => `${id}:activity`],
  ['more behind it, which names its steps', (id) => `${id}:steps`],
  ['a line break behind it', (id) => `${id}%0A`],
  ['a blank in front', (id) => `%20${id}`],
  ['another prefix', (id) => id.replace(/^.../, 'xyz')],
  ['nothing but its prefix', (id) => id.slice(0, 4)],
  ['a star', () => '*'],
  ['5,000 characters', (id) => id + 'x'.repeat(5_000)],
];

describe.each(shapes)('an id with %s', (_, bend) => {
  it.each([
    ['GET', '/automations/{automation}', undefined],
    ['PATCH', '/automations/{automation}', { name: 'x' }],
    ['DELETE', '/automations/{automation}', undefined],
    ['GET', '/automations/{automation}/activity', undefined],
    ['GET', '/deliveries/{delivery}', undefined],
    ['GET', '/deliveries/{delivery}/body', undefined],
    ['POST', '/deliveries/{delivery}/replay', undefined],
    ['GET', '/agents/{agent}', undefined],
    ['DELETE', '/agents/{agent}', undefined],
    ['GET', '/agents/{agent}/network-access', undefined],
    ['POST', '/agents/{agent}/chat', { message: 'Report id.' }],
  ])('is 404 for %s %s', async (method, path, body) => {
    const ids = { automation: automation.id, delivery: deliveryId, agent: automation.agentId };
    const filled = path.replace(/\{(\w+)\}/, (_, kind: keyof typeof ids) => bend(ids[kind]));
    const response = await owner.manage(method, filled, body);
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { code: 'NOT_FOUND', message: expect.stringMatching(/^There is no such (automation|delivery|agent)$/) },
    ]);
  });

  it('is 404 in a body', async () => {
    const id = decodeURIComponent(bend(automation.agentId));
    const body = { name: 'x', instructions: 'Report id.', agentId: id };
    expect((await owner.manage('POST', '/automations', body)).status).toBe(404);
    const conversationId = decodeURIComponent(bend('cnv_aaaaaaaaaaaaaaaaaaaa')).slice(0, 100);
    const message = { message: 'Report id.', conversationId };
    expect((await owner.manage('POST', `/agents/${automation.agentId}/chat`, message)).status).toBe(404);
  });
});
