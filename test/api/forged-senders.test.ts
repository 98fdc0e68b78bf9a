import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { senders } from '#senders/index.ts';
import type { Sender, SenderSample } from '#senders/sender.ts';
import { sampleRequest } from '#test/core/senders/sample-request.ts';
import { publishedKeys } from '#test/core/senders/samples/published-keys.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(
    {},
    {
      fetchPublic: (url) =>
        Promise.resolve({
          kind: 'fetched',
          status: 200,
          bytes: Buffer.from(publishedKeys.get(url) ?? ''),
          contentType: 'text/plain',
        }),
    },
  );
});
afterAll(() => api[Symbol.asyncDispose]());

const signing = senders.filter(({ verify, sample }) => verify !== null && sample.secret !== undefined);

async function hookOf(sender: Sender) {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation({ sender: sender.id, signingSecret: sender.sample.secret! });
  const path = `/automations/${automation.id}`;
  const query = sender.sample.url === undefined ? '' : new URL(sender.sample.url).search;
  const send = async ({ headers, body }: Pick<SenderSample, 'headers' | 'body'>) => {
    const response = await fetch(automation.hook + query, { method: 'POST', headers, body });
    const text = await response.text();
    return { status: response.status, text };
  };
  /** Published keys are asked for when they are first named; a sender comes again after a 503. */
  const post = async (request: Pick<SenderSample, 'headers' | 'body'>) => {
    let answer = await send(request);
    await expect
      .poll(async () => (answer.status === 503 ? (answer = await send(request)) : answer).status)
      .not.toBe(503);
    return answer;
  };
  const read = async (suffix = '') =>
    (await (await owner.manage('GET', path + suffix)).json()) as Record<string, never>;
  const activity = async () => (await read('/activity'))['items'] as unknown as readonly object[];
  return { post, activity, read, url: automation.url + query };
}

/** The header with the proof of each sender; the others have it in the body. */
const proofOf = ({ sample }: Sender): string | undefined =>
  Object.keys(sample.headers).find(
    (name) =>
      /signature|hmac|content-mac|x-trello-webhook|token|authorization|transmission-sig/.test(name) &&
      !/timestamp|idempotency|-digest/.test(name),
  );

const without = (headers: SenderSample['headers'], ...names: readonly (string | undefined)[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

/** Another letter or digit for each in the middle of a text. */
const changed = (text: string): string => {
  const at = Math.floor(text.length / 2) - 3;
  const other = text.slice(at, at + 6).replaceAll(/[A-Za-z0-9]/g, (one) => (one === 'a' ? 'b' : 'a'));
  return text.slice(0, at) + other + text.slice(at + 6);
};

/** Invalid signatures of this delivery: each has to be refused. */
function forgeries(sender: Sender): readonly (readonly [string, Pick<SenderSample, 'headers' | 'body'>])[] {
  const { sample } = sender;
  const { headers, body } = sample;
  const proof = proofOf(sender);
  if (proof === undefined)
    return [
      ['an empty body', { headers, body: '' }],
      ['an empty object', { headers, body: '{}' }],
      ['another secret', { headers, body: body.split(sample.secret!).join(changed(sample.secret!)) }],
    ].filter(([, request]) => (request as typeof sample).body !== body) as never;
  const value = headers[proof]!;
  const withProof = (text: string) => ({ headers: { ...headers, [proof]: text }, body });
  return [
    ['no signature', { headers: without(headers, proof), body }],
    ['no header but the type', { headers: { 'content-type': 'application/json' }, body }],
    ['an empty signature', withProof('')],
    ['another signature', withProof(changed(value))],
    ['half of the signature', withProof(value.slice(0, Math.floor(value.length / 2)))],
    ['eight kilobytes of signature', withProof(value.padEnd(8_000, 'x'))],
    ['eight kilobytes of commas', withProof(','.repeat(8_000))],
    ['eight kilobytes of signatures', withProof('v1=a,t=1,'.repeat(888))],
  ];
}

const hourMs = 3_600_000;

/** Whether a hook takes the sample of a sender today: not one of a moment long ago, or of another address. */
const isSampleTaken = ({ sample, verify }: Sender, url: string): boolean =>
  verify!.check(sampleRequest(sample, { url, now: Date.now() }), sample.secret!, publishedKeys).status ===
  'verified';

describe.each(signing.map((sender) => [sender.id, sender] as const))('%s', (_, sender) => {
  test('takes nothing forged, and its own once, as often as that is replayed', async () => {
    const hook = await hookOf(sender);
    for (const [what, request] of forgeries(sender)) {
      const { status, text } = await hook.post(request);
      expect([what, status, text]).toEqual([what, 401, expect.stringContaining('SIGNATURE_INVALID')]);
    }
    expect(await hook.activity()).toEqual([]);
    expect(await hook.read()).toMatchObject({ signatures: { refused: forgeries(sender).length } });

    const isTaken = isSampleTaken(sender, hook.url);
    for (let round = 0; round < 2; round += 1)
      expect(isTaken ? [200, 204] : [401]).toContain((await hook.post(sender.sample)).status);
    // Dropbox names no event: each notification is one.
    const events = sender.id === 'dropbox' ? 2 : 1;
    expect(await hook.activity()).toHaveLength(isTaken ? events : 0);
    if ((sender.verify!.toleranceMs ?? Infinity) < hourMs) expect(isTaken).toBe(false);
  });
});

test('without the forgery the delivery is accepted, unless a moment or an address is signed', () => {
  const taken = signing.filter((sender) => isSampleTaken(sender, 'https://hooks.example.com/hooks/any'));
  expect(taken.length).toBeGreaterThanOrEqual(15);
});

const json = { 'content-type': 'application/json' };

/** How each sender asks before it sends. */
const handshakes: Readonly<Record<string, Partial<SenderSample>>> = {
  asana: { headers: { 'x-hook-secret': 'b537207f20cbfa02357cf448134da559' } },
  'aws-sns': {
    headers: { 'x-amz-sns-message-type': 'SubscriptionConfirmation' },
    body: '{"Type":"SubscriptionConfirmation","SubscribeURL":"https://sns.us-west-2.amazonaws.com/?Action=ConfirmSubscription&Token=1"}',
  },
  cloudevents: {
    headers: { ...json, 'aeg-event-type': 'SubscriptionValidation' },
    body: '[{"id":"1","data":{"validationCode":"mark-of-the-challenge"}}]',
  },
  discord: {
    headers: { ...json, 'x-signature-ed25519': '0', 'x-signature-timestamp': '1' },
    body: '{"id":"1","type":1}',
  },
  dropbox: { method: 'GET', url: '?challenge=mark-of-the-challenge' },
  front: { headers: { ...json, 'x-front-challenge': 'mark-of-the-challenge' }, body: '{"type":"sync"}' },
  'google-calendar': { headers: { 'x-goog-resource-state': 'sync' } },
  'google-drive': { headers: { 'x-goog-resource-state': 'sync' } },
  intercom: { method: 'HEAD' },
  line: { headers: json, body: '{"destination":"mark-of-the-challenge","events":[]}' },
  mailchimp: { method: 'GET' },
  meta: { method: 'GET', url: '?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=x' },
  'microsoft-graph': { url: '?validationToken=mark-of-the-challenge' },
  monday: { headers: json, body: '{"challenge":"mark-of-the-challenge"}' },
  notion: { headers: json, body: '{"verification_token":"secret_mark-of-the-challenge"}' },
  okta: { method: 'GET', headers: { 'x-okta-verification-challenge': 'mark-of-the-challenge' } },
  slack: { headers: json, body: '{"challenge":"mark-of-the-challenge","type":"url_verification"}' },
  strava: { method: 'GET', url: '?hub.mode=subscribe&hub.challenge=mark-of-the-challenge' },
  trello: { method: 'HEAD' },
  twitch: {
    headers: { ...json, 'twitch-eventsub-message-type': 'webhook_callback_verification' },
    body: '{"challenge":"mark-of-the-challenge"}',
  },
  woocommerce: {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'WooCommerce/10.3.5 Hookshot (WordPress/6.8.3)',
    },
    body: 'webhook_id=5',
  },
  xero: {
    headers: json,
    body: '{"events":[],"lastEventSequence":0,"firstEventSequence":0,"entropy":"mark-of-the-challenge"}',
  },
  zoom: {
    headers: json,
    body: '{"event":"endpoint.url_validation","payload":{"plainToken":"mark-of-the-challenge"}}',
  },
};

test('each handshake is tried that nobody set up', () => {
  const known = senders.filter(({ handshake }) => handshake !== null).map(({ id }) => id);
  expect(Object.keys(handshakes).toSorted()).toEqual(known.toSorted());
});

describe.each(Object.entries(handshakes))(
  'a handshake of %s',
  (_, { method = 'POST', url = '', headers, body = '' }) => {
    const ask = async (hook: string) => {
      const init = { method, headers: headers ?? {}, ...(method === 'POST' && { body }) };
      const response = await fetch(hook + url, init);
      return { status: response.status, headers: response.headers, text: await response.text() };
    };

    test('that nobody set up gets nothing back of what it asked', async () => {
      const { hook } = await (await api.newOwner()).newAutomation();
      const answer = await ask(hook);
      const isPost = method === 'POST';
      expect(answer.status).toBe(isPost ? 200 : 405);
      if (isPost) expect(JSON.parse(answer.text)).toMatchObject({ status: 'accepted' });
      else expect(answer.headers.get('allow')).toBe('POST');
      expect(answer.text).not.toMatch(/mark-of-the-challenge|1158201444/);
      expect(answer.headers.get('x-hook-secret')).toBeNull();
    });

    test('is refused where another sender signs', async () => {
      const owner = await api.newOwner();
      const { id, hook } = await owner.newAutomation({ sender: 'github', signingSecret: 'of-github' });
      const answer = await ask(hook);
      expect(answer.status).toBe(method === 'POST' ? 401 : 405);
      expect(answer.text).not.toMatch(/mark-of-the-challenge|1158201444/);
      const activity = (await (await owner.manage('GET', `/automations/${id}/activity`)).json()) as object;
      expect(activity).toMatchObject({ items: [] });
    });
  },
);
