import { createHmac } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { automationEditor, editorTexts as texts } from '../../support/automation-editor.ts';
import { startApi } from '../../support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const newVisitor = () => automationEditor(api);

/** A push as GitHub signs it. */
function sendPush(hook: string, secret: string, eventId: string) {
  const body = JSON.stringify({ ref: 'refs/heads/main', repository: { full_name: 'acme/shop' } });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return fetch(hook, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/044aadd',
      'x-github-event': 'push',
      'x-github-delivery': eventId,
      'x-hub-signature-256': `sha256=${signature}`,
    },
    body,
  });
}

describe('who sends', () => {
  it('is chosen with its signing secret, which is never shown', async () => {
    const { save, read, show, path } = await newVisitor();
    await save({ sender: 'github', signingSecret: ' whose-secret ' });
    expect(await read()).toMatchObject({ sender: 'github', hasSigningSecret: true });
    const { text } = await show(path);
    expect(text).toMatch(/value="github"\s+selected/);
    expect(text).toContain('signatures are checked');
    expect(text).not.toContain('whose-secret');
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
    await save({ sender: 'github', signingSecret: 'right' });
    expect((await sendPush(automation.hook, 'wrong', 'push-1')).status).toBeGreaterThanOrEqual(400);
    expect((await show(path)).text).toMatch(/One delivery was\s+refused for the\s+signature/);
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
