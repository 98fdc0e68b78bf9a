import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { connectBrowser } from '#test/support/browser.ts';
import { startLoopbackServer } from '#test/support/loopback-server.ts';
import { startApi } from '#test/support/service.ts';

describe.skipIf(inject('browserAddress') === null)('an HTML form on a page of the owner', () => {
  let api: Awaited<ReturnType<typeof startApi>>;
  let browser: Awaited<ReturnType<typeof connectBrowser>>;
  beforeAll(async () => {
    [api, browser] = [await startApi(), await connectBrowser()];
  });
  afterAll(() => api[Symbol.asyncDispose]());

  /** The site of the owner: a contact page with the form, and a page that says thanks. */
  const siteOf = (hook: () => string) => (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (request.url === '/thanks') response.end('<!doctype html><title>x</title><h1>Thank you, Ada</h1>');
    else
      response.end(`<!doctype html><link rel="icon" href="data:,"><title>Contact</title>
        <form method="post" action="${hook()}" enctype="multipart/form-data">
          <label>Name <input name="name"></label>
          <label>Message <textarea name="message"></textarea></label>
          <label hidden>Leave blank <input id="trap" name="website"></label>
          <button>Send</button>
        </form>`);
  };

  async function openForm(formOf: (origin: string) => object) {
    const owner = await api.newOwner();
    let hook = '';
    const site = await startLoopbackServer(siteOf(() => hook));
    const automation = await owner.newAutomation({ form: formOf(site.origin) });
    ({ hook } = automation);
    const opened = await browser.open(`${site.origin}/contact`);
    const rows = async () => {
      const response = await owner.manage('GET', `/automations/${automation.id}/activity`);
      return ((await response.json()) as { items: { deliveryId: string }[] }).items;
    };
    const bodyOf = async (deliveryId: string) =>
      (await owner.manage('GET', `/deliveries/${deliveryId}/body`)).text();
    return {
      ...opened,
      site,
      automation,
      rows,
      bodyOf,
      [Symbol.asyncDispose]: async () => {
        await opened[Symbol.asyncDispose]();
        await site[Symbol.asyncDispose]();
      },
    };
  }

  async function fillIn(page: Page, message: string): Promise<void> {
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Message').fill(message);
  }
  const sent = (page: Page) => page.getByRole('button', { name: 'Send' }).click();

  it('wakes the agent once and leads to the thank-you page', async () => {
    await using form = await openForm((origin) => ({ redirectUrl: `${origin}/thanks`, honeypot: 'website' }));
    const { page, site, rows, bodyOf } = form;
    await fillIn(page, 'Grüße & <b>bold</b>');
    await sent(page);
    await page.getByRole('heading', { name: 'Thank you, Ada' }).waitFor();
    expect(page.url()).toBe(`${site.origin}/thanks`);
    const items = await rows();
    expect(items).toHaveLength(1);
    expect(await bodyOf(items[0]!.deliveryId)).toContain('Grüße & <b>bold</b>');
    // Loading it again sends nothing again: the browser is on another page.
    await page.reload();
    expect(await rows()).toHaveLength(1);
  });

  it('leads a robot to the same page, and wakes nothing', async () => {
    await using form = await openForm((origin) => ({ redirectUrl: `${origin}/thanks`, honeypot: 'website' }));
    const { page, rows } = form;
    await fillIn(page, 'Buy now');
    await page.evaluate(`document.querySelector('#trap').value = 'https://spam.example'`);
    await sent(page);
    await page.getByRole('heading', { name: 'Thank you, Ada' }).waitFor();
    expect(await rows()).toEqual([]);
  });

  it('shows the text of the owner, and what to do where it was refused', async () => {
    await using form = await openForm(() => ({ text: 'Thank you.\nWe answer on Monday.' }));
    const { page, site, complaints, rows } = form;
    await fillIn(page, 'Hello');
    await sent(page);
    await page.getByText('We answer on Monday.').waitFor();
    expect(await page.evaluate(`getComputedStyle(document.body).maxWidth`)).toBe('576px');
    expect(await rows()).toHaveLength(1);
    await page.goto(`${site.origin}/contact`);
    await fillIn(page, 'x'.repeat(1_000_001));
    await sent(page);
    await page.getByRole('heading', { name: 'This is too large' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('may be posted by a script of its site, and by no other', async () => {
    await using form = await openForm((origin) => ({ redirectUrl: `${origin}/thanks`, origins: [origin] }));
    const { page, automation, rows } = form;
    const post = `fetch('${automation.hook}', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' })
      .then(async (response) => (await response.json()).status, () => 'refused by the browser')`;
    expect(await page.evaluate(post)).toBe('accepted');
    const script = `fetch('${automation.hook}', { method: 'POST', body: new FormData(document.querySelector('form')) })
      .then(async (response) => (await response.json()).status, () => 'refused by the browser')`;
    expect(await page.evaluate(script)).toBe('accepted');
    await using other = await startLoopbackServer(siteOf(() => ''));
    await page.goto(`${other.origin}/contact`);
    expect(await page.evaluate(post)).toBe('refused by the browser');
    expect(await rows()).toHaveLength(2);
  });
});
