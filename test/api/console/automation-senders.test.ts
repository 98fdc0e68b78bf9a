import { createHmac } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { automationEditor, editorTexts as texts } from '#test/support/automation-editor.ts';
import { csrfIn } from '#test/support/console-visitor.ts';
import { sendPush } from '#test/support/send-push.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const newVisitor = () => automationEditor(api);

describe('the sender', () => {
  it('is chosen with its signing secret, which is never shown', async () => {
    const { save, read, show, path } = await newVisitor();
    await save({ sender: 'github', signingSecret: ' whose-secret ' });
    expect(await read()).toMatchObject({ sender: 'github', hasSigningSecret: true });
    const { text } = await show(path);
    expect(text).toMatch(/value="github"\s+selected/);
    expect(text).toContain('signatures are checked');
    expect(text).not.toContain('whose-secret');
  });

  it('has a check for its CI on the Connect tab, with the header of its signature', async () => {
    const { save, show, path } = await newVisitor();
    const connect = `${path}/connect`;
    const before = (await show(`${connect}?show`)).text;
    expect(before).toMatch(/curl --fail-with-body -X POST &#39;http[^ ]+\/hooks\/[\w-]{43}\/check&#39;/);
    expect(before).not.toContain('$X_HUB_SIGNATURE_256');
    await save({ sender: 'github', signingSecret: 'whose-secret' });
    const { text } = await show(connect);
    expect(text).toContain('/hooks/••••••••/check');
    expect(text).toContain('-H &quot;x-hub-signature-256: $X_HUB_SIGNATURE_256&quot;');
  });

  it('stays with its secret where neither is touched, and loses it where that is asked for', async () => {
    const { save, read } = await newVisitor();
    await save({ sender: 'github', signingSecret: 'whose-secret' });
    await save({ sender: 'github', signingSecret: '' });
    expect(await read()).toMatchObject({ sender: 'github', hasSigningSecret: true });
    await save({ sender: 'github', signingSecret: '', withoutSecret: 'true' });
    expect(await read()).toMatchObject({ sender: 'github', hasSigningSecret: false });
  });

  it('is refused with its reason where the secret was of another, and nothing is saved', async () => {
    const { save, read } = await newVisitor();
    await save({ sender: 'github', signingSecret: 'whose-secret' });
    const { response, text } = await save({ sender: 'stripe', name: 'Other' });
    expect(response.status).toBe(400);
    expect(text).toMatch(/id="signingSecret"[^>]*aria-invalid="true"/);
    expect(text).toMatch(/value="stripe"\s+selected/);
    expect(await read()).toMatchObject({ sender: 'github', name: 'Orders' });
  });

  it('is suggested where it is recognised, adopted by one click, and kept by other changes', async () => {
    const { save, read, show, path, automation } = await newVisitor();
    await sendPush(automation.hook, 'any', 'push-1');
    await expect.poll(async () => (await read()).suggestedSender?.id).toBe('github');
    await save({ sender: 'generic', name: 'Renamed' });
    expect(await read()).toMatchObject({ name: 'Renamed', suggestedSender: { id: 'github' } });
    expect((await show(path)).text).toMatch(/name="adopt"\s+value="github"/);
    await save({ sender: 'generic', adopt: 'github' });
    expect(await read()).toMatchObject({ sender: 'github', suggestedSender: null });
  });

  it('is told what was refused for its signature, and why', async () => {
    const { save, show, path, automation } = await newVisitor();
    await save({ sender: 'github', signingSecret: 'right-one' });
    expect((await sendPush(automation.hook, 'wrong', 'push-1')).status).toBeGreaterThanOrEqual(400);
    expect((await show(path)).text).toMatch(/One delivery was\s+refused for the\s+signature/);
  });

  it('is told of equal bodies with what to do about them, and may say that they are different events', async () => {
    const { save, read, show, path, automation } = await newVisitor();
    const send = async (number: string) => {
      const headers = { 'x-goog-message-number': number };
      const response = await fetch(automation.hook, { method: 'POST', headers, body: '' });
      return (await response.json()) as { status: string };
    };
    for (const number of ['1', '2', '3']) await send(number);
    await expect.poll(async () => (await read()).payloadDuplicates?.count).toBe(2);
    expect((await show(path)).text).toMatch(/2 deliveries were answered duplicate[^]*x-goog-message-number/);
    await save({ withoutPayloadDedupe: 'true' });
    expect(await read()).toMatchObject({ payloadDedupe: false, payloadDuplicates: null });
    expect((await show(path)).text).toMatch(/name="withoutPayloadDedupe"\s+value="true"\s+checked/);
    expect(await send('4')).toMatchObject({ status: 'accepted', eventIdSource: 'delivery' });
    await save({});
    expect(await read()).toMatchObject({ payloadDedupe: true });
  });

  it('leaves a handshake, which is accepted as it was shown and not after it changed', async () => {
    const { save, read, show, post, manage, path, automation } = await newVisitor();
    await save({ sender: 'notion' });
    const greet = (verification_token: string) =>
      fetch(automation.hook, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ verification_token }),
      });
    await greet('secret_<first>');
    expect((await show(path)).text).toContain(`href="${path}/handshake"`);
    expect((await show(`${path}/sender`)).text).toContain(`href="${path}/handshake"`);
    const { text } = await show(`${path}/handshake`);
    expect(text).toContain('secret_&lt;first&gt;');
    const form = { csrf: csrfIn(text), digest: /name="digest"\s+value="([^"]*)"/.exec(text)?.[1] ?? '' };

    await manage('DELETE', `/automations/${automation.id}/handshake`);
    await greet('secret_second');
    const changed = await post(`${path}/handshake`, { ...form, do: 'accept' });
    expect(changed.response.status).toBe(409);
    expect(changed.text).toContain('secret_second');
    expect(await read()).toMatchObject({ hasSigningSecret: false });

    const digest = /name="digest"\s+value="([^"]*)"/.exec(changed.text)?.[1] ?? '';
    const accepted = await post(`${path}/handshake`, { ...form, digest, do: 'accept' });
    expect(accepted.response.headers.get('location')).toBe(`${path}/sender`);
    expect(await read()).toMatchObject({ hasSigningSecret: true, handshake: { waitsFor: null } });
    expect((await show(`${path}/handshake`)).text).toContain('No handshake is waiting for you.');
  });

  it('is the first question when one is made', async () => {
    const { show } = await newVisitor();
    const { text } = await show('/console/automations/new');
    const [asked, named] = [text.indexOf('Who sends?'), text.indexOf('id="name"')];
    expect(asked).toBeGreaterThan(0);
    expect(named).toBeGreaterThan(asked);
    expect(text.slice(0, asked)).toMatch(/<details class="more" open>\s*<summary>$/);
  });

  it('is chosen for a new automation, too, and copied without its secret', async () => {
    const { submit, manage } = await newVisitor();
    const path = '/console/automations/new';
    const made = await submit(path, path, { ...texts, sender: 'github', signingSecret: 'whose-secret' });
    const id = /aut_[\w-]+/.exec(made.response.headers.get('location') ?? '')?.[0] ?? '';
    const one = await (await manage('GET', `/automations/${id}`)).json();
    expect(one).toMatchObject({ sender: 'github', hasSigningSecret: true });
    const copying = `/console/automations/${id}/duplicate`;
    const copied = await submit(copying, copying, {});
    const copy = /aut_[\w-]+/.exec(copied.response.headers.get('location') ?? '')?.[0] ?? '';
    expect(await (await manage('GET', `/automations/${copy}`)).json()).toMatchObject({
      sender: 'github',
      hasSigningSecret: false,
    });
  });
});

describe('describing a sender', () => {
  const secret = 'acme_sk_8f742231b10e';
  const body = JSON.stringify({ id: 'evt_000011', type: 'order.paid', data: { id: 'ord_7' } });
  const signed = (content: string) => ({
    'content-type': 'application/json',
    'x-acme-signature': createHmac('sha256', secret).update(content).digest('hex'),
  });

  it('finds the scheme from a delivery and its secret, and takes it in one click', async () => {
    const { automation, submit, path: automationPath } = await newVisitor();
    const { hook } = automation;
    await fetch(hook, { method: 'POST', body, headers: signed(body) });
    const path = `${automationPath}/sender-search`;
    const search = () => submit(path, path, { do: 'search', signingSecret: secret });
    await expect.poll(async () => (await search()).text).toContain('HMAC-SHA-256 of {body}');
    const { text } = await search();
    const description = /<textarea[^>]*>([^<]*)</.exec(text)?.[1]?.replaceAll('&quot;', '"') ?? '';
    const taken = await submit(path, path, { do: 'take', signingSecret: secret, description });
    expect(taken.response.status).toBe(303);
    const answers = [
      await fetch(hook, { method: 'POST', body: `${body} `, headers: signed(`${body} `) }),
      await fetch(hook, { method: 'POST', body: `${body}  `, headers: signed(body) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 401]);
  });

  it('shows what is wrong with a description, and keeps it', async () => {
    const { submit, path: automationPath } = await newVisitor();
    const path = `${automationPath}/sender-search`;
    const refused = await submit(path, path, { do: 'take', description: '{"eventId": 7' });
    expect(refused.response.status).toBe(400);
    expect(refused.text).toContain('{&quot;eventId&quot;: 7');
  });
});
