import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { senderOf, senders } from '#senders/index.ts';
import { keys } from '#store/records/index.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const dayMs = 24 * 60 * 60 * 1000;
const secret = 'whsec_of_these_tests';

async function newAutomation(content = {}) {
  const owner = await api.newOwner();
  const body = { name: 'A', instructions: 'Summarise the delivery.', ...content };
  const response = await owner.manage('POST', '/automations', body);
  const automation = (await response.json()) as Record<string, unknown> & { id: string };
  const patch = async (change: object) => {
    const answer = await owner.manage('PATCH', `/automations/${automation.id}`, change);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  return { ...owner, response, automation, patch };
}

test('GET /manage/senders lists every sender with what it needs', async () => {
  const { manage } = await api.newOwner();
  const { items } = (await (await manage('GET', '/senders')).json()) as { items: { id: string }[] };
  expect(items.map(({ id }) => id)).toEqual(senders.map(({ id }) => id));
  expect(items.find(({ id }) => id === 'slack')).toEqual({
    id: 'slack',
    title: 'Slack',
    docsUrl: 'https://docs.slack.dev/apis/events-api/',
    secretName: 'Signing Secret',
    hasHandshake: true,
    triesOnce: false,
    connect: senderOf('slack')?.connect,
  });
  expect(senderOf('slack')?.connect?.steps).toContainEqual(expect.stringContaining('{url}'));
  expect(items[0]).toMatchObject({ id: 'generic', secretName: null, hasHandshake: false, connect: null });
});

describe('the sender of an automation', () => {
  test('is generic, without a secret, unless it is said', async () => {
    const { automation } = await newAutomation();
    expect(automation).toMatchObject({
      sender: 'generic',
      hasSigningSecret: false,
      formerSigningSecretUntil: null,
      signatures: { refused: 0, lastRefused: null },
      handshake: null,
      suggestedSender: null,
    });
  });

  test('may be said with its secret when it is made, and is no new revision when it changes', async () => {
    const { automation, patch } = await newAutomation({ sender: 'stripe', signingSecret: secret });
    expect(automation).toMatchObject({ sender: 'stripe', hasSigningSecret: true, revision: 1 });
    const changed = await patch({ sender: 'github', signingSecret: 'another-one' });
    expect(changed).toMatchObject({
      status: 200,
      body: { sender: 'github', hasSigningSecret: true, formerSigningSecretUntil: null, revision: 1 },
    });
  });

  test('that is unknown is refused with the nearest ids', async () => {
    const { response, automation } = await newAutomation({ sender: 'git-hub' });
    expect(response.status).toBe(400);
    expect(automation).toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'sender: is not known',
      hint: expect.stringContaining('github'),
    });
    const { patch } = await newAutomation();
    expect(await patch({ sender: 'x'.repeat(5_000) })).toMatchObject({ status: 400 });
  });

  test('that signs nothing takes no secret', async () => {
    const { patch } = await newAutomation();
    expect(await patch({ signingSecret: secret })).toMatchObject({
      status: 400,
      body: { message: 'signingSecret: the sender generic does not sign' },
    });
  });

  test('changes only with the secret of the new one, or with none', async () => {
    const { patch } = await newAutomation({ sender: 'stripe', signingSecret: secret });
    expect(await patch({ sender: 'github' })).toMatchObject({
      status: 400,
      body: { message: 'signingSecret: is of the former sender' },
    });
    expect(await patch({ sender: 'github', signingSecret: null })).toMatchObject({
      status: 200,
      body: { sender: 'github', hasSigningSecret: false },
    });
  });
});

describe('the signing secret', () => {
  test.each([' ', '', 'seven-7', 'x'.repeat(4_097), 7])(
    'is refused where it is %j',
    async (signingSecret) => {
      const { patch } = await newAutomation({ sender: 'stripe' });
      expect(await patch({ signingSecret })).toMatchObject({ status: 400 });
    },
  );

  test('stays valid for a day after another one replaced it, unless it is forgotten', async () => {
    const { patch } = await newAutomation({ sender: 'stripe', signingSecret: secret });
    const before = Date.now();
    const { body } = await patch({ signingSecret: 'whsec_new' });
    const until = Date.parse(String(body['formerSigningSecretUntil']));
    expect(until - before).toBeGreaterThanOrEqual(dayMs - 1);
    expect(until - Date.now()).toBeLessThanOrEqual(dayMs);
    expect((await patch({ signingSecret: 'whsec_new' })).body).toMatchObject({
      formerSigningSecretUntil: body['formerSigningSecretUntil'],
    });
    expect((await patch({ formerSigningSecret: null })).body).toMatchObject({
      hasSigningSecret: true,
      formerSigningSecretUntil: null,
    });
  });

  test('goes with null, and the one before it too', async () => {
    const { patch } = await newAutomation({ sender: 'stripe', signingSecret: secret });
    await patch({ signingSecret: 'whsec_new' });
    expect((await patch({ signingSecret: null })).body).toMatchObject({
      hasSigningSecret: false,
      formerSigningSecretUntil: null,
    });
  });

  test('is in no answer and, in clear, in no record', async () => {
    const { automation, patch, manage, workspace } = await newAutomation({
      sender: 'stripe',
      signingSecret: secret,
    });
    const changed = await patch({ signingSecret: `${secret}_new` });
    const read = await (await manage('GET', `/automations/${automation.id}`)).text();
    const stored = await api.redis.hGetAll(keys.automation(workspace.id, automation.id));
    for (const text of [JSON.stringify(automation), JSON.stringify(changed), read, JSON.stringify(stored)])
      expect(text).not.toContain(secret);
    expect(stored['sealedSigningSecret']).toMatch(/^v1\./);
  });
});

test('an automation of another workspace has no sender for us', async () => {
  const { automation } = await newAutomation({ sender: 'stripe' });
  const { manage } = await api.newOwner();
  expect((await manage('PATCH', `/automations/${automation.id}`, { sender: 'github' })).status).toBe(404);
});
