import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import path from 'node:path';

import { PDFDocument, StandardFonts } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startPdfApi } from '#test/support/pdf-worker.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startPdfApi>>;
beforeAll(async () => {
  api = await startPdfApi();
});
afterAll(() => api[Symbol.asyncDispose]());

/** A PDF with one page for each text. */
async function pdfOf(...texts: readonly string[]): Promise<Blob> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const text of texts) document.addPage([300, 200]).drawText(text, { x: 20, y: 100, size: 18, font });
  return new Blob([Buffer.from(await document.save())], { type: 'application/pdf' });
}

type Part = readonly [name: string, value: string | Blob, fileName?: string];

function formOf(parts: readonly Part[]): FormData {
  const form = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, fileName ?? 'a.pdf');
  }
  return form;
}

const post = (parts: readonly Part[]) =>
  fetch(`${api.url}/api/tools/pdf`, { method: 'POST', body: formOf(parts) });

const postRaw = (body: string | Buffer, contentType: string) =>
  fetch(`${api.url}/api/tools/pdf`, { method: 'POST', body, headers: { 'content-type': contentType } });

async function textOf(response: Response): Promise<readonly string[]> {
  const read = await post([
    ['action', 'pdf-to-text'],
    ['file', await response.blob()],
  ]);
  const { pages } = (await read.json()) as { pages: { text: string }[] };
  return pages.map(({ text }) => text.trim());
}

describe('POST /api/tools/pdf', () => {
  it('answers pdf-to-text with the text of each page', async () => {
    const response = await post([
      ['action', 'pdf-to-text'],
      ['file', await pdfOf('one', 'two')],
    ]);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.get('ratelimit')).toMatch(/^"public";r=\d+;t=\d+$/);
    expect(await response.json()).toMatchObject({
      action: 'pdf-to-text',
      pageCount: 2,
      pages: [
        { page: 1, text: 'one' },
        { page: 2, text: 'two' },
      ],
      text: 'one\ftwo',
      hasText: true,
      warnings: [],
    });
  });

  it('answers the text alone where detail says so', async () => {
    const parts: readonly Part[] = [
      ['action', 'pdf-to-text'],
      ['ranges', '2,1'],
      ['file', await pdfOf('one', 'two')],
    ];
    const whole = await post(parts);
    const short = await post([...parts, ['detail', 'text']]);
    expect(short.status).toBe(200);
    const all = (await whole.json()) as object;
    expect(await short.json()).toEqual({ ...all, pages: [{ page: 2 }, { page: 1 }] });
  });

  it('answers get-info, takes the PDF in files too, and fields behind the file', async () => {
    const response = await post([
      ['files', await pdfOf('one')],
      ['ranges', ''],
      ['action', 'get-info'],
    ]);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      action: 'get-info',
      pageCount: 1,
      pages: [{ page: 1, width: 300, height: 200, rotation: 0 }],
      encrypted: false,
    });
  });

  it('answers split with a download of those pages in that order', async () => {
    const response = await post([
      ['action', 'split'],
      ['ranges', '3, 1-2,3'],
      ['file', await pdfOf('one', 'two', 'three')],
    ]);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="pages.pdf"');
    expect(await textOf(response)).toEqual(['three', 'one', 'two', 'three']);
  });

  it('merges file before files, in the order sent', async () => {
    const response = await post([
      ['files', await pdfOf('b')],
      ['action', 'merge'],
      ['files', await pdfOf('c')],
      ['file', await pdfOf('a')],
    ]);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="merged.pdf"');
    expect(await textOf(response)).toEqual(['a', 'b', 'c']);
  });

  it('says in a header what a download has no place for, to pages of other origins too', async () => {
    const whole = Buffer.from(await (await pdfOf('one', 'two')).arrayBuffer());
    const damaged = new Blob([whole.subarray(0, whole.lastIndexOf('startxref'))]);
    for (const [action, ranges] of [
      ['split', '2'],
      ['get-info', ''],
      ['pdf-to-text', ''],
    ] as const) {
      const response = await post([
        ['action', action],
        ['ranges', ranges],
        ['file', damaged],
      ]);
      expect([action, response.status, response.headers.get('pdf-warnings')]).toEqual([
        action,
        200,
        'REPAIRED',
      ]);
      expect(response.headers.get('access-control-expose-headers')).toContain('PDF-Warnings');
    }
    const merged = await post([
      ['action', 'merge'],
      ['files', damaged],
      ['files', damaged],
    ]);
    expect(merged.headers.get('pdf-warnings')).toBe('REPAIRED');
    const sound = await post([
      ['action', 'split'],
      ['ranges', '2'],
      ['file', await pdfOf('one', 'two')],
    ]);
    expect(sound.headers.has('pdf-warnings')).toBe(false);
  });

  it('tells in the header that fields of merged forms have new names', async () => {
    const document = await PDFDocument.create();
    document.getForm().createTextField('name0').addToPage(document.addPage());
    const form = new Blob([Buffer.from(await document.save())]);
    const merged = await post([
      ['action', 'merge'],
      ['files', form],
      ['files', form],
    ]);
    expect(merged.headers.get('pdf-warnings')).toBe('FIELDS_RENAMED');
    const fields = (await PDFDocument.load(await merged.arrayBuffer())).getForm().getFields();
    expect(fields.map((field) => field.getName())).toEqual(['name0', 'name0+1']);
  });

  it('passes over what a form sends for fields that nobody filled in', async () => {
    const response = await post([
      ['action', 'get-info'],
      ['file', await pdfOf('one')],
      ['files', new Blob([]), ''],
      ['files', ''],
      ['comment', 'unknown fields are ignored'],
      ['attachment', new Blob(['unknown files too'])],
    ]);
    expect(response.status).toBe(200);
  });

  it.each<[string, readonly Part[], string, RegExp]>([
    ['no action', [], 'INVALID_REQUEST', /^action /],
    ['an unknown action', [['action', 'rotate']], 'INVALID_REQUEST', /^action /],
    [
      'an action sent twice',
      [
        ['action', 'split'],
        ['action', 'merge'],
      ],
      'INVALID_REQUEST',
      /^action is sent twice/,
    ],
    ['no file', [['action', 'get-info']], 'INVALID_REQUEST', /^file /],
    [
      'a file as text',
      [
        ['action', 'get-info'],
        ['file', '%PDF-1.7'],
      ],
      'INVALID_REQUEST',
      /^file /,
    ],
    [
      'something that is not a PDF',
      [
        ['action', 'get-info'],
        ['file', new Blob(['hello'])],
      ],
      'INVALID_PDF',
      /file/,
    ],
    [
      'an empty file with a name',
      [
        ['action', 'get-info'],
        ['file', new Blob([]), 'empty.pdf'],
      ],
      'INVALID_PDF',
      /file/,
    ],
    [
      'an unknown detail',
      [
        ['action', 'pdf-to-text'],
        ['detail', 'words'],
        ['file', new Blob(['%PDF-'])],
      ],
      'INVALID_REQUEST',
      /^detail must be one of pages, text/,
    ],
    [
      'a malformed range',
      [
        ['action', 'split'],
        ['ranges', '1,,2'],
        ['file', new Blob(['%PDF-'])],
      ],
      'INVALID_PAGE_RANGES',
      /^ranges/,
    ],
    [
      'more than 20 files',
      [['action', 'merge'], ...Array.from({ length: 21 }, () => ['files', new Blob(['%PDF-'])] as const)],
      'PAYLOAD_TOO_LARGE',
      /^files/,
    ],
  ])('refuses %s with 400', async (_, parts, code, message) => {
    const response = await post(parts);
    expect(response.status).toBe(400);
    const body = (await response.json()) as Record<string, string>;
    expect(body).toMatchObject({ code, error: body['message'], hint: expect.any(String) });
    expect(body['message']).toMatch(message);
  });

  it('refuses a range beyond the last page, naming it', async () => {
    const response = await post([
      ['action', 'split'],
      ['ranges', '1,7'],
      ['file', await pdfOf('one')],
    ]);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'INVALID_PAGE_RANGES',
      message: expect.stringContaining('"7"'),
    });
  });

  it.each([
    ['JSON', '{"action":"split"}', 'application/json'],
    ['multipart without a boundary', '--x\r\n', 'multipart/form-data'],
    [
      'another boundary than announced',
      '--a\r\nContent-Disposition: form-data; name="action"\r\n\r\nsplit\r\n--a--\r\n',
      'multipart/form-data; boundary=b',
    ],
    [
      'a body that is cut off',
      '--a\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-',
      'multipart/form-data; boundary=a',
    ],
    ['an empty body', '', 'multipart/form-data; boundary=a'],
    [
      'a part without a name',
      '--a\r\nContent-Type: text/plain\r\n\r\nx\r\n--a--\r\n',
      'multipart/form-data; boundary=a',
    ],
  ])('refuses %s with 400 INVALID_REQUEST', async (_, body, contentType) => {
    const response = await postRaw(body, contentType);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('refuses more than 50 MB while they arrive', async () => {
    const megabyte = Buffer.alloc(1_000_000, 32);
    async function* body() {
      yield Buffer.from('--a\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-');
      for (let count = 0; count < 51; count += 1) yield megabyte;
      yield Buffer.from('\r\n--a--\r\n');
    }
    const response = await fetch(`${api.url}/api/tools/pdf`, {
      method: 'POST',
      body: body() as unknown as ReadableStream,
      duplex: 'half',
      headers: { 'content-type': 'multipart/form-data; boundary=a' },
    } as RequestInit);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      message: expect.stringMatching(/^file/),
    });
  });

  it('leaves no folder behind where the sender is gone before its upload is read', async () => {
    const leave = (message: unknown) => (message as { request: IncomingMessage }).request.destroy();
    const folders = watch(api.jobsDir);
    const made = once(folders, 'change');
    subscribe('http.server.request.start', leave);
    try {
      await expect(post([['action', 'get-info']])).rejects.toThrow();
    } finally {
      unsubscribe('http.server.request.start', leave);
    }
    await made;
    folders.close();
    await expect.poll(() => readdir(api.jobsDir)).toEqual([]);
  });

  it('leaves no folder behind, also when the sender goes away', async () => {
    // A refusal does not wait until its folder is gone.
    await expect.poll(() => readdir(api.jobsDir)).toEqual([]);
    const sending = request(`${api.url}/api/tools/pdf`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=a' },
    });
    sending.on('error', () => undefined);
    sending.write('--a\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-');
    await once(sending, 'socket');
    await expect.poll(() => readdir(api.jobsDir)).toHaveLength(1);
    sending.destroy();
    await expect.poll(() => readdir(api.jobsDir)).toEqual([]);
    await expect.poll(() => api.jobBlobs()).toEqual([]);
  });

  it('cancels the work when the caller goes away', async () => {
    // No worker serves this queue, so the job waits until it is cancelled.
    await using idle = await startApi({ DATA_DIR: api.jobsDir });
    const jobsDir = path.join(api.jobsDir, 'jobs');
    const leaving = new AbortController();
    const sent = fetch(`${idle.url}/api/tools/pdf`, {
      method: 'POST',
      body: formOf([
        ['action', 'get-info'],
        ['file', await pdfOf('one')],
      ]),
      signal: leaving.signal,
    });
    await expect.poll(() => readdir(jobsDir).catch(() => [])).toHaveLength(1);
    const [jobId = ''] = await readdir(jobsDir);
    const work = idle.temporal.client.activity.getHandle(jobId);
    await expect
      .poll(() =>
        work.describe().then(
          ({ status }) => status,
          () => null,
        ),
      )
      .toBe('RUNNING');
    leaving.abort();
    await expect(sent).rejects.toThrow('This operation was aborted');
    await expect.poll(() => work.describe().then(({ status }) => status)).toBe('CANCELED');
    await expect.poll(() => readdir(jobsDir)).toEqual([]);
    await rm(jobsDir, { recursive: true });
  });
});
