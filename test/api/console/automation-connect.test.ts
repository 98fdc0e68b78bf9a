import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { automationEditor } from '#test/support/automation-editor.ts';
import { sendPush } from '#test/support/send-push.ts';
import { startApi } from '#test/support/service.ts';

const run = promisify(execFile);

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

async function newVisitor() {
  const editor = await automationEditor(api);
  const connect = `${editor.path}/connect`;
  const save = (fields: Readonly<Record<string, string>>) => editor.submit(connect, connect, fields);
  const page = async (query = '?show=true') => (await editor.show(`${connect}${query}`)).text;
  /** The part that says whether the sender has sent. */
  const first = async () =>
    /<section\s+id="first-event"[\s\S]*?<\/section>/.exec(await page())?.[0].replaceAll(/\s+/g, ' ') ?? '';
  return { ...editor, connect, save, page, first };
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
const unescaped = (text: string) => text.replaceAll(/&(#?\w+);/g, (_, name: string) => entities[name] ?? '');
const snippetIn = (text: string) =>
  unescaped(/<pre id="snippet-shell"[^>]*>([^<]*)<\/pre>/.exec(text)?.[1] ?? '');

describe('the way to connect a sender', () => {
  it('is shown once it is chosen, with the URL masked until it is asked for', async () => {
    const { save, page, read, automation } = await newVisitor();
    const { response } = await save({ sender: 'stripe', show: 'true' });
    expect(response.headers.get('location')).toMatch(/\/connect\?show=true$/);
    expect(await read()).toMatchObject({ sender: 'stripe' });
    const text = await page();
    expect(text).toContain(`paste <code>${automation.url}</code> as Endpoint URL`);
    expect(text).toContain('<code>invoice.payment_failed</code>');
    expect(text).toMatch(/name="signingSecret"\s+value=""/);
    const masked = await page('');
    expect(masked).toContain('/hooks/••••••••</code> as Endpoint URL');
    expect(masked).not.toContain(automation.url);
  });

  it('has a secret made up where the owner chooses it, which is never shown once it is saved', async () => {
    const { save, page, read } = await newVisitor();
    await save({ sender: 'github' });
    const text = await page();
    expect(text).toContain('paste <a href="#signingSecret">the secret</a> as Secret');
    const [, made = ''] = /name="signingSecret"\s+value="([\w-]{32})"/.exec(text) ?? [];
    expect(made).not.toBe('');
    await save({ signingSecret: made });
    expect(await read()).toMatchObject({ sender: 'github', hasSigningSecret: true });
    expect(await page()).toMatch(/name="signingSecret"\s+value=""/);
  });

  it('has user and password where the sender takes these, and says why a secret is refused', async () => {
    const { save, page, read } = await newVisitor();
    await save({ sender: 'postmark' });
    expect(await page()).toMatch(/name="signingSecret"\s+value="reveille:[\w-]{32}"/);
    const { response, text } = await save({ signingSecret: 'short' });
    expect(response.status).toBe(400);
    expect(text).toMatch(/id="signingSecret"[^>]*aria-invalid="true"/);
    expect(await read()).toMatchObject({ hasSigningSecret: false });
  });
});

it('links to the guide of described senders', async () => {
  const { show, path } = await newVisitor();
  const { text } = await show(`${path}/sender-search`);
  expect(text).toContain('Describe the sender');
  expect(await (await fetch(`${api.url}/docs/sender-guide`)).text()).toContain('id="custom-senders"');
});

describe('the first event', () => {
  it('is waited for, then received, with its signature verified', async () => {
    const { save, first, automation } = await newVisitor();
    await save({ sender: 'github' });
    expect(await first()).toContain('Waiting for the first event.');
    expect(await first()).toContain('every 5s');
    await sendPush(automation.hook, 'any', 'push-1');
    await expect
      .poll(first)
      .toMatch(/notice attention.*>push<.*, its signature was not checked: enter the signing secret\./);
    await save({ signingSecret: 'right-secret' });
    await sendPush(automation.hook, 'right-secret', 'push-2');
    await expect
      .poll(first)
      .toMatch(
        /notice done.*Received .*href="\/console\/deliveries\/dlv_[\w-]+".*>push<.*, its signature is verified\./,
      );
    expect(await first()).not.toContain('Waiting');
  });

  it('is told to be refused, with the likely cause, until one is received', async () => {
    const { save, first, automation } = await newVisitor();
    await save({ sender: 'github' });
    await save({ signingSecret: 'right-secret' });
    await sendPush(automation.hook, 'wrong-secret', 'push-1');
    await expect.poll(first).toMatch(/notice refused.*One delivery was refused for the signature/);
    expect(await first()).not.toContain('Waiting');
    await sendPush(automation.hook, 'right-secret', 'push-1');
    await expect.poll(first).toContain('its signature is verified');
    expect(await first()).not.toContain('notice refused');
  });

  it('is not that of an owner who tries it, and the handshake before it is told', async () => {
    const { save, first, automation, manage } = await newVisitor();
    await save({ sender: 'slack' });
    await manage('POST', `/automations/${automation.id}/deliveries`, { body: '{}', eventId: 'try-1' });
    expect(await first()).toContain('Waiting for the first event.');
    await fetch(automation.hook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-slack-signature': 'v0=00' },
      body: '{"type":"url_verification","challenge":"abc"}',
    });
    await expect.poll(first).toContain('The handshake was answered');
  });
});

describe('the snippet', () => {
  it('sends a chosen sample of the sender, signed, and the page turns green', async () => {
    const { save, page, first } = await newVisitor();
    await save({ sender: 'github' });
    await save({ signingSecret: 'right-secret' });
    const text = await page('?show=true&sample=1');
    expect(text).toMatch(/<option value="1"\s+selected/);
    const script = snippetIn(text);
    expect(script).not.toBe(snippetIn(await page()));
    const command = script.replace('curl', `curl -s --connect-to localhost:8080:${new URL(api.url).host}`);
    const { stdout } = await run('bash', ['-c', command], {
      env: { ...process.env, SECRET: 'right-secret' },
    });
    expect(JSON.parse(stdout)).toMatchObject({ status: 'accepted' });
    await expect.poll(first).toContain('its signature is verified');
  });

  it('is no order where the sender is Stripe', async () => {
    const { save, page } = await newVisitor();
    expect(await page()).toContain('order-1001');
    await save({ sender: 'stripe' });
    await save({ signingSecret: 'whsec_of-the-test' });
    const text = await page();
    expect(text).not.toContain('order-1001');
    expect(snippetIn(text)).toMatch(/"object":\s*"event"/);
    expect(snippetIn(text)).toContain("-H 'stripe-signature: ''t='");
  });

  it('signs what came last for a described sender', async () => {
    const { page, manage, automation } = await newVisitor();
    const signature = { kind: 'hmac', header: 'x-acme-signature', template: '{id}.{body}', id: 'x-acme-id' };
    await manage('PATCH', `/automations/${automation.id}`, {
      sender: 'custom',
      customSender: { signature, eventId: 'x-acme-id' },
      signingSecret: 'of-the-test',
    });
    const script = snippetIn(await page());
    expect(script).toContain("-H 'x-acme-id: order-1001'");
    expect(script).toContain('openssl dgst -sha256');
  });
});
