import { buffer } from 'node:stream/consumers';

import { PDFDocument } from 'pdf-lib';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { connectBrowser, partWithId } from '#test/support/browser.ts';
import { startPdfApi } from '#test/support/pdf-worker.ts';
import { startApi } from '#test/support/service.ts';

interface Tool {
  readonly id: string;
  readonly family: string;
  readonly example: { readonly params: object; readonly result: string };
}

describe.skipIf(inject('browserAddress') === null)('the forms of the reference', () => {
  let api: Awaited<ReturnType<typeof startPdfApi>>;
  let browser: Awaited<ReturnType<typeof connectBrowser>>;
  let pdf: Buffer;

  beforeAll(async () => {
    api = await startPdfApi();
    browser = await connectBrowser();
    const document = await PDFDocument.create();
    for (const text of ['One', 'Two', 'Three']) document.addPage([300, 300]).drawText(text);
    pdf = Buffer.from(await document.save());
  });
  afterAll(() => api[Symbol.asyncDispose]());

  const open = (address: string) => browser.open(`${api.url}/docs/${address}`);

  /** The form of a tool, found by where it is: a role that is looked for in all of the page takes its time. */
  const formOfTool = (page: Page, tool: string) =>
    partWithId(page, `tool-${tool}`).getByRole('form', { name: `Run ${tool}` });

  /** The form of an operation, unfolded, and what it shows after it was sent. */
  async function formOf(page: Page, operationId: string) {
    const section = partWithId(page, operationId);
    await section.getByText('Try it').click();
    const answer = section.locator('.answer');
    async function send(): Promise<string> {
      await section.getByRole('button', { name: 'Send' }).click();
      await section
        .getByRole('status')
        .filter({ hasText: /^Answered/ })
        .waitFor();
      return await answer.innerText();
    }
    return { section, answer, send };
  }

  it('stand for the example of every tool', async () => {
    const { items } = (await (await fetch(`${api.url}/api/tools`)).json()) as { items: Tool[] };
    const sent: Record<string, unknown> = {};
    await using opened = await open('tools-case');
    for (const family of new Set(items.map((item) => item.family))) {
      await opened.page.goto(`${api.url}/docs/tools-${family}`);
      const requests = await opened.page.evaluate<Record<string, string>>(`(async () => {
        const { requestOf } = await import(document.querySelector('script').src.replace('docs.js', 'request.js'));
        const forms = [...document.querySelectorAll('.tool form')];
        const requests = await Promise.all(forms.map(requestOf));
        return Object.fromEntries(requests.map(({ json }, index) => [forms[index].dataset.tool, json]));
      })()`);
      for (const [id, json] of Object.entries(requests)) sent[id] = JSON.parse(json);
    }
    const wanted = items.map(({ id, example }) => [id, { tool: id, params: example.params }]);
    expect(sent).toEqual(Object.fromEntries(wanted));
    expect(opened.complaints).toEqual([]);
  });

  it('run a tool that was found by a word, with params that were typed', async () => {
    await using opened = await open('public-api');
    const { page } = opened;
    await page.getByLabel('Find an operation or a tool').fill('  SLUG ');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'slugify' }).click();
    const form = formOfTool(page, 'slugify');
    await form.getByLabel('text').fill('Grüße aus Köln');
    await form.getByRole('button', { name: 'Run' }).click();
    await form.locator('.status-line').waitFor();
    expect(await form.locator('.result').innerText()).toBe('gruesse-aus-koeln');
    expect(await form.locator('.status-line').innerText()).toMatch(
      /^200 OK\s+\d+ ms\s+[\d,]+ of 100,000 requests left, full again in \d+ min$/,
    );
    await form.getByText('As a command').click();
    expect(await form.locator('.answer').innerText()).toContain(`curl \\\n  '${api.url}/api/tools/invoke'`);
    expect(opened.complaints).toEqual([]);
  });

  it('show a refusal as its message, what to do, and the code', async () => {
    await using opened = await open('tools-web#tool-slugify');
    const form = formOfTool(opened.page, 'slugify');
    await form.getByLabel('maxLength').fill('many');
    await form.getByRole('button', { name: 'Run' }).click();
    const refusal = form.locator('.refusal');
    expect(await refusal.innerText()).toMatch(
      /maxLength must be of type number[\s\S]*slugify takes text[\s\S]*INVALID_REQUEST/,
    );
    expect(await form.locator('.status-line').innerText()).toMatch(/^400 Bad Request/);
    expect(opened.complaints).toEqual([]);
  });

  it('send a picture from this device, and a data URL', async () => {
    await using opened = await open('public-api');
    const picture = await sharp({ create: { width: 64, height: 32, channels: 3, background: '#c00' } })
      .png()
      .toBuffer();
    const { section, send } = await formOf(opened.page, 'analyzeImage');
    expect(await send()).toContain('INVALID_IMAGE');
    await section.getByLabel(/^image/).fill(`data:image/png;base64,${picture.toString('base64')}`);
    const described = await send();
    expect(described).toMatch(/^200 OK/);
    await section.getByLabel(/^image/).fill('');
    await section
      .getByLabel('A picture from this device')
      .setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: picture });
    const result = section.locator('.result');
    expect(await send()).toMatch(/^200 OK/);
    expect(described).toContain(await result.innerText());
    expect(opened.complaints).toEqual([]);
  });

  it('read a PDF, and save one that was made of it', async () => {
    await using opened = await open('public-api');
    const { section, answer, send } = await formOf(opened.page, 'processPdf');
    const file = { name: 'report.pdf', mimeType: 'application/pdf', buffer: pdf };
    expect(await send()).toContain('INVALID_REQUEST');
    await section.getByLabel('file', { exact: false }).first().setInputFiles(file);
    expect(await send()).toContain('"text": "Two"');
    await section.getByLabel('action').selectOption('split');
    await section.getByLabel('ranges').fill('3-1');
    expect(await send()).toContain('INVALID_PAGE_RANGES');
    await section.getByLabel('ranges').fill('3, 1');
    expect(await send()).toMatch(/^200 OK/);
    const downloading = opened.page.waitForEvent('download');
    await answer.getByRole('link', { name: /^Save .+\.pdf/ }).click();
    const saved = await downloading;
    expect(saved.suggestedFilename()).toMatch(/\.pdf$/);
    expect((await PDFDocument.load(await buffer(await saved.createReadStream()))).getPageCount()).toBe(2);
    expect(opened.complaints).toEqual([]);
  });

  it('preview a blog post, and join the waitlist', async () => {
    await using opened = await open('public-api');
    const blog = await formOf(opened.page, 'previewBlogPost');
    await blog.section.getByLabel('topic').fill('Sleeping well');
    expect(await blog.send()).toMatch(/"state": "degraded"[\s\S]*Sleeping well/i);
    const waitlist = await formOf(opened.page, 'joinWaitlist');
    await waitlist.section.getByLabel('email').fill('nobody');
    expect(await waitlist.send()).toMatch(
      /400 Bad Request[\s\S]*Send one address such as[\s\S]*INVALID_EMAIL/,
    );
    await waitlist.section.getByLabel('email').fill('ada@lovelace.org');
    expect(await waitlist.send()).toContain('"success": true');
    expect(opened.complaints).toEqual([]);
  });

  it('take a token once for all of them, and keep it nowhere', async () => {
    const { workspace, newAutomation } = await api.newOwner();
    const { agentId } = await newAutomation();
    await using opened = await open('network-access');
    const { page } = opened;
    const list = await formOf(page, 'listPolicies');
    await list.section.getByLabel('agentId').fill(agentId);
    const token = page.getByLabel('Token of the workspace');
    await list.section.getByRole('button', { name: 'Send' }).click();
    expect(await token.evaluate((field) => field.matches(':focus:invalid'))).toBe(true);
    expect(await list.answer.innerText()).toBe('');
    await token.fill(workspace.token);
    expect(await list.send()).toMatch(/^200 OK/);
    const create = await formOf(page, 'createPolicy');
    await create.section.getByLabel('agentId').fill(agentId);
    await partWithId(page, 'createPolicy-domain').fill('api.example.com');
    await partWithId(page, 'createPolicy-headerName').fill('X-Key');
    await partWithId(page, 'createPolicy-headerValue').fill('123');
    expect(await create.send()).toMatch(/^201 Created[\s\S]*"hasHeaderValue": true/);
    await create.section.getByText('As a command').click();
    expect(await create.answer.innerText()).toContain('Bearer <token>');
    expect(await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]')).toEqual([
      0,
      0,
      '',
    ]);
    await page.goto(`${api.url}/docs/workspace`);
    expect(await page.getByLabel('Token of the workspace').inputValue()).toBe('');
    expect(opened.complaints).toEqual([]);
  });

  it('say how long to wait once the quota is used up', async () => {
    await using small = await startApi({ PUBLIC_QUOTA: '1' });
    await using opened = await browser.open(`${small.url}/docs/tools-web#tool-slugify`);
    const form = formOfTool(opened.page, 'slugify');
    for (const status of ['Answered with 200', 'Answered with 429']) {
      await form.getByRole('button', { name: 'Run' }).click();
      await form
        .getByRole('status')
        .filter({ hasText: /^Answered/ })
        .waitFor();
      if ((await form.getByRole('status').innerText()) === 'Answered with 429') break;
      expect(status).toBe('Answered with 200');
    }
    expect(await form.locator('.answer').innerText()).toMatch(
      /0 of 1 requests left, full again in \d+ min[\s\S]*RATE_LIMITED/,
    );
  });

  it('say so when nothing answers', async () => {
    await using opened = await open('tools-web#tool-slugify');
    await opened.page.context().setOffline(true);
    const form = formOfTool(opened.page, 'slugify');
    await form.getByRole('button', { name: 'Run' }).click();
    expect(await form.locator('.refusal').innerText()).toContain('The request was not answered.');
  });
});
