import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';

import { sign as signAsGitHub } from '@octokit/webhooks-methods';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { slack } from '#senders/slack.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const { webhooks } = new Stripe('sk_test_unused');
const secret = 'whsec_of_these_tests';
const nowSeconds = () => Math.floor(Date.now() / 1000);
const json = { 'content-type': 'application/json' };

const stripeEvent = (pendingWebhooks: number) =>
  JSON.stringify({
    id: 'evt_1',
    type: 'invoice.paid',
    pending_webhooks: pendingWebhooks,
    data: { object: { id: 'in_1' } },
  });
const asStripe = (payload: string, ageSeconds = 0, key = secret) => ({
  ...json,
  'stripe-signature': webhooks.generateTestHeaderString({
    payload,
    secret: key,
    timestamp: nowSeconds() - ageSeconds,
  }),
});

async function hookOf(content: { sender?: string; signingSecret?: string } = {}) {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation(content);
  const path = `/automations/${automation.id}`;
  return {
    ...owner,
    automation,
    post: async (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = json) => {
      const response = await fetch(automation.hook, { method: 'POST', body, headers });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    patch: async (change: object) => expect((await owner.manage('PATCH', path, change)).status).toBe(200),
    read: async () => (await (await owner.manage('GET', path)).json()) as Record<string, unknown>,
    activity: async () =>
      ((await (await owner.manage('GET', `${path}/activity`)).json()) as { items: { title: string }[] })
        .items,
  };
}

const record = async (
  { manage }: Awaited<ReturnType<typeof hookOf>>,
  { body }: { body: Record<string, unknown> },
) =>
  (await (await manage('GET', `/deliveries/${String(body['deliveryId'])}`)).json()) as Record<
    string,
    unknown
  >;

describe('event ids of a sender', () => {
  test('a retry of Stripe with other bytes is the same event', async () => {
    const hook = await hookOf({ sender: 'stripe', signingSecret: secret });
    const first = await hook.post(stripeEvent(1), asStripe(stripeEvent(1)));
    expect(first).toMatchObject({
      status: 200,
      body: { status: 'accepted', eventId: 'evt_1', eventIdSource: 'sender' },
    });
    const retry = await hook.post(stripeEvent(0), asStripe(stripeEvent(0)));
    expect(retry.body).toEqual({ ...first.body, status: 'duplicate' });
    expect(await hook.activity()).toHaveLength(1);
  });

  test('two deliveries of GitHub with equal bodies are two events', async () => {
    const hook = await hookOf({ sender: 'github', signingSecret: 'github secret' });
    const body = '{"action":"opened","repository":{"full_name":"octocat/x"}}';
    const signature = await signAsGitHub('github secret', body);
    for (const id of ['72d3162e-0001', '72d3162e-0002']) {
      const headers = {
        ...json,
        'x-github-event': 'issues',
        'x-github-delivery': id,
        'x-hub-signature-256': signature,
      };
      expect((await hook.post(body, headers)).body).toMatchObject({
        status: 'accepted',
        eventId: id,
        eventIdSource: 'sender',
      });
    }
    expect(await hook.activity()).toHaveLength(2);
  });

  test('come after our header and after the ids of the body, and before the digest', async () => {
    const hook = await hookOf({ sender: 'stripe' });
    const own = await hook.post('{"id":"evt_a","event_id":"b"}', { ...json, 'x-service-event-id': 'c' });
    const ofBody = await hook.post('{"id":"evt_a","event_id":"b"}');
    const ofSender = await hook.post('{"id":"evt_a"}');
    const none = await hook.post('{"id":""}');
    expect([own, ofBody, ofSender, none].map(({ body }) => body['eventIdSource'])).toEqual([
      'header',
      'event_id',
      'sender',
      'payload',
    ]);
  });

  test('by a sender that is not set do not count', async () => {
    const hook = await hookOf();
    const headers = { ...json, 'x-github-event': 'push', 'x-github-delivery': 'd-1' };
    expect((await hook.post('{"id":"evt_a"}', headers)).body).toMatchObject({ eventIdSource: 'payload' });
  });

  test('that are too long are passed over, because nobody here can shorten them', async () => {
    const hook = await hookOf({ sender: 'stripe' });
    const { status, body } = await hook.post(JSON.stringify({ id: 'x'.repeat(256) }));
    expect([status, body['eventIdSource']]).toEqual([200, 'payload']);
  });
});

test('a record says what the sender tells: event, reference, link, and that it was verified', async () => {
  const hook = await hookOf({ sender: 'stripe', signingSecret: secret });
  const accepted = await hook.post(stripeEvent(1), asStripe(stripeEvent(1)));
  expect(await record(hook, accepted)).toMatchObject({
    sender: 'stripe',
    eventName: 'invoice.paid',
    reference: 'in_1',
    referenceUrl: 'https://dashboard.stripe.com/events/evt_1',
    verified: true,
  });
  expect(await hook.activity()).toMatchObject([{ title: 'Orders: invoice.paid in_1' }]);
});

test('headers of ours say what a delivery is about before the sender does', async () => {
  const hook = await hookOf({ sender: 'stripe' });
  const headers = {
    ...json,
    'x-service-reference': 'Ticket 7',
    'x-service-reference-url': 'https://a.example/7',
  };
  expect(await record(hook, await hook.post(stripeEvent(1), headers))).toMatchObject({
    reference: 'Ticket 7',
    referenceUrl: 'https://a.example/7',
    verified: false,
  });
});

test('a delivery of any sender is neither verified nor not', async () => {
  const hook = await hookOf();
  expect(await record(hook, await hook.post('{}'))).toMatchObject({
    sender: 'generic',
    eventName: null,
    verified: null,
  });
});

describe('a delivery to an automation with a signing secret', () => {
  const refused = { status: 401, body: { code: 'SIGNATURE_INVALID' } };

  test('is refused without a signature, with a wrong one and with an old one, and leaves nothing', async () => {
    const hook = await hookOf({ sender: 'stripe', signingSecret: secret });
    const body = stripeEvent(1);
    expect(await hook.post(body)).toMatchObject(refused);
    expect(await hook.post(body, { ...json, 'stripe-signature': 't=1,v1=' })).toMatchObject(refused);
    expect(await hook.post(body, asStripe(body, 0, 'whsec_other'))).toMatchObject(refused);
    expect(await hook.post(body, asStripe(body, 301))).toMatchObject(refused);
    expect(await hook.post(`${body} `, asStripe(body))).toMatchObject(refused);
    expect(await hook.activity()).toEqual([]);
    expect(await hook.read()).toMatchObject({
      signatures: { refused: 5, lastRefused: { fault: 'wrong', at: expect.any(String) } },
    });
    const stored = await api.redis.hGetAll(`{${hook.workspace.id}}:automation:${hook.automation.id}:door`);
    expect(JSON.stringify(stored)).not.toContain('evt_1');
    expect((await hook.post(body, asStripe(body))).body).toMatchObject({ status: 'accepted' });
  });

  test('claims no event id while it is forged: the real one is a first', async () => {
    const hook = await hookOf({ sender: 'stripe', signingSecret: secret });
    const body = stripeEvent(1);
    const forged = await hook.post(body, { ...asStripe(body, 0, 'guess'), 'x-service-event-id': 'evt_1' });
    expect(forged).toMatchObject(refused);
    expect((await hook.post(body, asStripe(body))).body).toMatchObject({ status: 'accepted' });
  });

  test('is judged by what counts now, whatever this process knew before', async () => {
    const hook = await hookOf();
    expect((await hook.post('{"id":"evt_a"}')).status).toBe(200);
    await hook.patch({ sender: 'stripe', signingSecret: secret });
    expect(await hook.post('{"id":"evt_b"}')).toMatchObject(refused);
    await hook.patch({ signingSecret: 'whsec_second' });
    const body = stripeEvent(1);
    for (const key of [secret, 'whsec_second']) {
      const { status } = await hook.post(body, asStripe(body, 0, key));
      expect([key, status]).toEqual([key, 200]);
    }
    await hook.patch({ formerSigningSecret: null });
    expect(await hook.post(body, asStripe(body))).toMatchObject(refused);
    await hook.patch({ sender: 'generic', signingSecret: null });
    expect((await hook.post(body)).status).toBe(200);
  });

  test('is verified where it was compressed on its way, before or after it was signed', async () => {
    const hook = await hookOf({ sender: 'github', signingSecret: secret });
    const body = '{"action":"opened"}';
    const compressed = gzipSync(body) as Uint8Array<ArrayBuffer>;
    for (const [id, signed] of [
      ['a', body],
      ['b', compressed],
    ] as const) {
      const signature = `sha256=${createHmac('sha256', secret).update(signed).digest('hex')}`;
      const headers = {
        ...json,
        'content-encoding': 'gzip',
        'x-github-delivery': id,
        'x-hub-signature-256': signature,
      };
      expect((await hook.post(compressed, headers)).body).toMatchObject({ status: 'accepted', eventId: id });
    }
  });

  test('are refused a hundred times, and the flood limit counts them', async () => {
    const hook = await hookOf({ sender: 'stripe', signingSecret: secret });
    const body = stripeEvent(1);
    const right = asStripe(body)['stripe-signature'];
    const forged = Array.from({ length: 100 }, (_, at) => {
      const digit = right.slice(-1 - (at % 64)).slice(0, 1);
      const other = ((Number.parseInt(digit, 16) + 1 + (at % 15)) % 16).toString(16);
      const position = right.length - 1 - (at % 64);
      return `${right.slice(0, position)}${other}${right.slice(position + 1)}`;
    });
    const answers = await Promise.all(
      forged.map(async (header) => (await hook.post(body, { ...json, 'stripe-signature': header })).status),
    );
    expect(new Set(answers)).toEqual(new Set([401]));
    expect(await hook.activity()).toEqual([]);
    const stats = (await (await hook.manage('GET', `/automations/${hook.automation.id}/stats`)).json()) as {
      total: { refused: object };
    };
    expect(stats.total.refused).toEqual({ SIGNATURE_INVALID: 100 });
  });

  test('is refused, and not an error, with headers of eight kilobytes', async () => {
    const hook = await hookOf({ sender: 'stripe', signingSecret: secret });
    for (const long of [`t=1,${'v1=a,'.repeat(1_600)}`, 'x'.repeat(8_000), ','.repeat(8_000)])
      expect(await hook.post('{}', { ...json, 'stripe-signature': long })).toMatchObject(refused);
  });
});

describe('the diagnosis of a refused delivery', () => {
  async function diagnosisOf(
    given: string,
    send: (post: Awaited<ReturnType<typeof hookOf>>['post']) => Promise<{ status: number }>,
  ) {
    const hook = await hookOf({ sender: 'stripe', signingSecret: given });
    expect((await send(hook.post)).status).toBe(401);
    const { signatures } = (await hook.read()) as { signatures: { lastRefused: { diagnosis: string } } };
    return signatures.lastRefused.diagnosis;
  }
  const body = stripeEvent(1);

  test('names the header that is missing', async () => {
    expect(await diagnosisOf(secret, (post) => post(body))).toBe(
      'It has no stripe-signature. Was it sent by Stripe?',
    );
  });

  test('says by how much a clock is off', async () => {
    expect(await diagnosisOf(secret, (post) => post(body, asStripe(body, 4_000)))).toMatch(
      /^Its signature is right, but 400\d seconds old/,
    );
  });

  test('finds a body that was written anew on its way', async () => {
    const changed = JSON.stringify(JSON.parse(body), null, 2);
    expect(await diagnosisOf(secret, (post) => post(changed, asStripe(body)))).toContain(
      'the signature is of the body without blanks in its JSON',
    );
  });

  test('finds the right secret in another spelling', async () => {
    expect(await diagnosisOf(`"${secret}"`, (post) => post(body, asStripe(body)))).toContain(
      'without quotation marks',
    );
  });

  test('finds the scheme of another sender', async () => {
    const signature = await signAsGitHub(secret, body);
    const headers = { ...json, 'stripe-signature': 't=1,v1=a', 'x-hub-signature-256': signature };
    expect(await diagnosisOf(secret, (post) => post(body, headers))).toContain('as GitHub signs');
  });

  test('knows a secret that is no longer valid', async () => {
    const hook = await hookOf({ sender: 'stripe', signingSecret: secret });
    await hook.patch({ signingSecret: 'whsec_second' });
    const key = `{${hook.workspace.id}}:automation:${hook.automation.id}`;
    await api.redis.hSet(key, 'formerSecretUntil', '1');
    await api.redis.hIncrBy(key, 'senderVersion', 1);
    expect((await hook.post(body, asStripe(body))).status).toBe(401);
    expect(await hook.read()).toMatchObject({
      signatures: {
        lastRefused: { diagnosis: expect.stringContaining('the secret before the present one') },
      },
    });
  });

  test('says so where nothing fits', async () => {
    expect(await diagnosisOf(secret, (post) => post(body, asStripe(body, 0, 'x')))).toContain(
      'another secret, or by somebody else',
    );
  });
});

describe('a delivery at an automation of any sender', () => {
  test('is recognised and offered, never switched on by itself', async () => {
    const hook = await hookOf();
    const body = stripeEvent(1);
    const first = await hook.post(body, asStripe(body));
    expect(first.body).toMatchObject({ status: 'accepted', eventIdSource: 'payload' });
    await expect.poll(hook.read).toMatchObject({
      sender: 'generic',
      suggestedSender: { id: 'stripe', title: 'Stripe', since: expect.any(String), handshake: false },
    });
    await hook.patch({ sender: 'stripe' });
    expect(await hook.read()).toMatchObject({ sender: 'stripe', suggestedSender: null });
    expect((await hook.post(body, asStripe(body))).body).toMatchObject({ eventIdSource: 'sender' });
  });

  test('is offered again by the next delivery once its sender was removed', async () => {
    const hook = await hookOf();
    const body = stripeEvent(1);
    const isOffered = () => expect.poll(hook.read).toMatchObject({ suggestedSender: { id: 'stripe' } });
    await hook.post(body, asStripe(body));
    await isOffered();
    await hook.patch({ sender: 'stripe', signingSecret: secret });
    await hook.post(body, asStripe(body));
    await hook.patch({ sender: 'generic', signingSecret: null });
    expect(await hook.read()).toMatchObject({ sender: 'generic', suggestedSender: null });
    await hook.post(body, asStripe(body));
    await isOffered();
  });

  test('and belongs to no known sender suggests nothing', async () => {
    const hook = await hookOf();
    await hook.post('{"id":7,"type":"x"}');
    expect(await hook.read()).toMatchObject({ suggestedSender: null });
  });
});

describe('handshakes', () => {
  const challenge =
    '{"token":"t","challenge":"3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P","type":"url_verification"}';
  const answered = { challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P' };

  test('Slack connects, then sends an event that wakes the agent', async () => {
    const hook = await hookOf({ sender: 'slack' });
    expect(await hook.post(challenge)).toEqual({ status: 200, body: answered });
    expect(await hook.activity()).toEqual([]);
    const event = await hook.post(slack.sample.body, slack.sample.headers);
    expect(event.body).toMatchObject({ status: 'accepted', eventId: 'Ev123ABC456' });
    expect(await hook.activity()).toHaveLength(1);
  });

  test('that is signed is answered only with the right signature', async () => {
    const hook = await hookOf({ sender: 'slack', signingSecret: slack.sample.secret! });
    expect(await hook.post(challenge)).toMatchObject({ status: 401, body: { code: 'SIGNATURE_INVALID' } });
  });

  test('that nobody set up is an ordinary delivery, and is offered to be answered', async () => {
    const hook = await hookOf();
    expect((await hook.post(challenge)).body).toMatchObject({ status: 'accepted' });
    await expect.poll(hook.read).toMatchObject({ suggestedSender: { id: 'slack', handshake: true } });
  });

  test('by GET is answered to Meta as text, and is 405 elsewhere', async () => {
    const query = '?hub.mode=subscribe&hub.verify_token=mine&hub.challenge=1158201444';
    const meta = await hookOf({ sender: 'meta' });
    const response = await fetch(`${meta.automation.hook}${query}`);
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      '1158201444',
    ]);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const plain = await fetch(meta.automation.hook);
    expect([plain.status, plain.headers.get('allow')]).toEqual([405, 'POST']);

    const other = await hookOf();
    const refused = await fetch(`${other.automation.hook}${query}`);
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST']);
    await expect.poll(other.read).toMatchObject({ suggestedSender: { id: 'meta', handshake: true } });
  });

  test('by HEAD is answered to Trello', async () => {
    const hook = await hookOf({ sender: 'trello' });
    expect((await fetch(hook.automation.hook, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch((await hookOf()).automation.hook, { method: 'HEAD' })).status).toBe(405);
  });

  test('that hands a secret over is answered with it, and the owner may take it', async () => {
    const hook = await hookOf({ sender: 'asana' });
    const path = `/automations/${hook.automation.id}/handshake`;
    expect((await hook.manage('GET', path)).status).toBe(404);
    const headers = { ...json, 'x-hook-secret': 'b537207f20cbfa02357cf448134da559' };
    const response = await fetch(hook.automation.hook, { method: 'POST', headers, body: '{}' });
    expect([response.ok, response.headers.get('x-hook-secret')]).toEqual([true, headers['x-hook-secret']]);
    expect(await hook.activity()).toEqual([]);
    expect(await hook.read()).toMatchObject({ hasSigningSecret: false, handshake: { waitsFor: 'secret' } });
    const shown = (await (await hook.manage('GET', path)).json()) as { at: string };
    expect(shown).toMatchObject({ sender: 'asana', secret: headers['x-hook-secret'] });
    const accepted = await hook.manage('POST', path, { at: shown.at });
    expect(await accepted.json()).toEqual({ secretTaken: true, confirmed: false });
    expect(await hook.read()).toMatchObject({ hasSigningSecret: true, handshake: { waitsFor: null } });
    const events = '{"events":[{"action":"changed"}]}';
    expect((await hook.post(events)).status).toBe(401);
    const signature = createHmac('sha256', headers['x-hook-secret']).update(events).digest('hex');
    expect((await hook.post(events, { ...json, 'x-hook-signature': signature })).status).toBe(200);
  });

  test("for a subscription is confirmed after the owner's consent, and only at its sender", async () => {
    const fetched: string[] = [];
    const fetchPublic = (url: string) => {
      fetched.push(url);
      const answer = {
        kind: 'fetched',
        status: 200,
        bytes: Buffer.from('<ok/>'),
        contentType: null,
      } as const;
      return Promise.resolve(answer);
    };
    await using sns = await startApi({}, { fetchPublic });
    const { manage, newAutomation } = await sns.newOwner();
    const automation = await newAutomation({ sender: 'aws-sns' });
    const path = `/automations/${automation.id}/handshake`;
    const ask = async (SubscribeURL: string) => {
      const body = JSON.stringify({ Type: 'SubscriptionConfirmation', TopicArn: 'arn:a', SubscribeURL });
      const headers = { 'x-amz-sns-message-type': 'SubscriptionConfirmation' };
      expect((await fetch(automation.hook, { method: 'POST', headers, body })).status).toBe(200);
    };
    await ask('https://sns.evil.example/?Action=ConfirmSubscription');
    const accept = async () => {
      const { digest } = (await (await manage('GET', path)).json()) as { digest: string };
      return await manage('POST', path, { digest });
    };
    expect((await accept()).status).toBe(400);
    expect((await manage('DELETE', path)).status).toBe(204);
    const own = 'https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&Token=t';
    await ask(own);
    expect(fetched).toEqual([]);
    expect(await (await accept()).json()).toEqual({ secretTaken: false, confirmed: true });
    expect(fetched).toEqual([own]);
  });

  test('says back no challenge that is long or holds control characters', async () => {
    const hook = await hookOf({ sender: 'dropbox' });
    for (const text of ['x'.repeat(3_000), 'a\r\nb', '\u0000']) {
      const response = await fetch(`${hook.automation.hook}?challenge=${encodeURIComponent(text)}`);
      expect(response.status).toBe(405);
    }
  });
});
