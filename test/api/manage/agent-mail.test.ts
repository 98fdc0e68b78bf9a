import { expect, it } from 'vitest';

import { keysWith } from '#test/support/redis-content.ts';
import { startMailServer } from '#test/support/mail-server.ts';
import { startModelServer } from '#test/support/model-server.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';
import { until } from '#test/support/until.ts';

interface Json {
  readonly [name: string]: unknown;
  readonly items: readonly Json[];
  readonly steps: readonly Json[];
}

const write = (to: string) => ({
  name: 'send_email',
  arguments: JSON.stringify({ to, subject: 'Order 7', text: 'It is paid.', html: null }),
});
const timeoutMs = 60_000;

/** A service whose model answers with these calls once, and a run of it that is over. */
async function runWith(calls: readonly ReturnType<typeof write>[], env: Record<string, string>) {
  const model = await startModelServer((call) => (call === 1 ? { toolCalls: calls } : { text: 'Done.' }));
  const api = await startApi({ MODEL: 'openai-compatible/m', MODEL_BASE_URL: model.baseUrl, ...env });
  const worker = await startRunsWorker(api);
  const { manage, newAutomation } = await api.newOwner();
  const read = async (path: string) => (await (await manage('GET', path)).json()) as Json;
  const { agentId, hook } = await newAutomation({ instructions: 'Write to Ada that the order is paid.' });
  const access = `/agents/${agentId}/network-access`;
  for (const address of ['Ada@Example.com', '@shop.example', '@gmail.com'])
    await manage('POST', access, { kind: 'mail', address });
  await manage('POST', access, { domain: 'api.example.com' });
  const arrived = await fetch(hook, { method: 'POST', body: '{}' });
  const { deliveryId } = (await arrived.json()) as { deliveryId: string };
  const record = await until(
    'the end of the run',
    async () => {
      const found = await read(`/deliveries/${deliveryId}`);
      return found['outcome'] !== 'running' && found;
    },
    { timeoutMs },
  );
  return {
    api,
    model,
    manage,
    read,
    access,
    record,
    deliveryId,
    acts: record.steps.filter(({ kind }) => kind !== 'model'),
    [Symbol.asyncDispose]: async () => {
      await worker[Symbol.asyncDispose]();
      await api[Symbol.asyncDispose]();
      await model[Symbol.asyncDispose]();
    },
  };
}

it('an agent writes to whom its owner allowed, up to the limit of the day, and an erasure leaves nothing of it', async () => {
  await using server = await startMailServer();
  const calls = ['ada@example.com', 'eve@example.com', 'team@shop.example', 'all@shop.example'].map(write);
  await using ran = await runWith(calls, { SMTP_URL: server.url, AGENT_MAIL_PER_DAY: '2' });
  const { model, manage, read, access, acts, deliveryId, api, record } = ran;

  expect(server.received.map(({ to }) => to)).toEqual([['ada@example.com'], ['team@shop.example']]);
  const limit = 'This workspace has sent its 2 e-mails of today (UTC): the next one can be sent tomorrow.';
  expect(acts).toMatchObject([
    { kind: 'email', title: 'E-mail', target: 'ada@example.com', outcome: 'done' },
    { outcome: 'refused', error: "Outbound request to 'example.com' is not allowed" },
    { outcome: 'done' },
    { outcome: 'failed', error: limit },
  ]);
  expect(record['requests']).toBe(4);
  const [prompt = ''] = model.calls.map(({ text }) => text);
  expect(prompt).toContain('"send_email"');
  expect(prompt).toContain('every address of that domain)\\n- @shop.example\\n- ada@example.com\\n');
  expect(prompt).toContain('Allowed hosts\\n- api.example.com\\n');

  expect((await read(`${access}/log`)).items).toMatchObject([
    { allowed: true, failure: 'MAIL_LIMIT' },
    { allowed: true, host: 'shop.example', path: 'team@shop.example', status: 250 },
    { allowed: false, ground: 'host', host: 'example.com', path: 'eve@example.com' },
    { allowed: true, method: 'MAIL', scheme: 'mailto', host: 'example.com', deliveryId },
  ]);

  await manage('DELETE', `/deliveries/${deliveryId}`);
  await until('the erasure', async () => (await read(`${access}/log`)).items.length === 0, { timeoutMs });
  const left = await until(
    'the end of the erasure',
    async () => {
      const found = await keysWith(api.redis, 'team@shop.example');
      return found.length === 0 && found;
    },
    { timeoutMs },
  );
  expect(left).toEqual([]);
});

it('agent mail that is off is neither offered nor accepted', async () => {
  await using server = await startMailServer();
  await using ran = await runWith([write('ada@example.com')], { SMTP_URL: server.url });
  expect(ran.acts).toEqual([]);
  expect(server.received).toEqual([]);
  expect(ran.model.calls[0]?.text).not.toContain('send_email');
  expect(ran.model.calls[0]?.text).not.toContain('ada@example.com');
});

it('policies of kind mail are made, checked, changed, listed and removed', async () => {
  await using api = await startApi();
  const { manage } = await api.newOwner();
  const call = async (method: string, path: string, body?: object) => {
    const response = await manage(method, path, body);
    const text = await response.text();
    return { status: response.status, ...(text === '' ? {} : (JSON.parse(text) as Json)) };
  };
  const agents = (await call('GET', '/agents')) as unknown as Json;
  const access = `/agents/${String(agents.items[0]?.['id'])}/network-access`;
  const mail = (address: unknown) => call('POST', access, { kind: 'mail', address });
  const made = await mail(' Ada@BÜCHER.example ');
  const shown = { kind: 'mail', address: 'ada@xn--bcher-kva.example', domain: 'xn--bcher-kva.example' };
  expect(made).toMatchObject({ status: 201, ...shown, headerName: null, hasHeaderValue: false });
  expect(await mail('ada@bücher.example')).toMatchObject({ status: 409, code: 'POLICY_EXISTS' });
  expect(await mail('ada@gmail.com')).toMatchObject({ status: 201 });
  for (const address of [
    '@gmail.com',
    '@GMAIL.com',
    '@tutanota.com',
    'ada',
    '@',
    'a@b@c.example',
    '',
    null,
    'a@x.example,b@x.example',
    'a@x.example\r\nBcc: b@x.example',
    'Ada <a@x.example>',
    'ä@x.example',
  ])
    expect([address, await mail(address)]).toMatchObject([
      address,
      { status: 400, code: 'INVALID_DOMAIN', message: expect.stringMatching(/^address /) },
    ]);
  expect(
    await call('POST', access, {
      kind: 'mail',
      address: 'a@x.example',
      headerName: 'X',
      headerValue: 'abcdefgh',
    }),
  ).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });

  const check = (url: string) => call('POST', `${access}/check`, { method: 'POST', url });
  expect(await check('mailto:ADA@gmail.com')).toMatchObject({
    allowed: true,
    ground: 'policy',
    host: 'gmail.com',
  });
  expect(await check('mailto:ada+x@gmail.com')).toMatchObject({
    allowed: false,
    ground: 'host',
    policyId: null,
  });
  expect(await check('https://gmail.com/')).toMatchObject({ allowed: false, ground: 'host' });
  expect(await check('mailto:nobody')).toMatchObject({ status: 400 });

  const path = `${access}/${String((made as Json)['id'])}`;
  expect(await call('PATCH', path, { address: '@shop.example' })).toMatchObject({
    status: 200,
    address: '@shop.example',
  });
  expect(await check('mailto:any@shop.example')).toMatchObject({ allowed: true });
  expect(await call('DELETE', path)).toMatchObject({ status: 204 });
  expect(((await call('GET', access)) as unknown as Json).items).toMatchObject([
    { address: 'ada@gmail.com' },
  ]);
});
