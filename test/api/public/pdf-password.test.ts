import { afterAll, beforeAll, expect, it } from 'vitest';

import type { PdfJob } from '#contracts/pdf.ts';
import { encryptedPdf } from '#test/adapters/compute/pdf/support/encrypt.ts';
import { makePdf } from '#test/adapters/compute/pdf/support/make-pdf.ts';
import { startPdfApi } from '#test/support/pdf-worker.ts';

const password = 'Tr0ub4dor & drei: ÄÖ';
// The encryption of the first PDFs has one byte for each character.
const locked = Buffer.from(encryptedPdf({ userPassword: password, text: 'Behind the lock' }));

const jobs: PdfJob[] = [];
let api: Awaited<ReturnType<typeof startPdfApi>>;
beforeAll(async () => {
  api = await startPdfApi({}, (runPdfJob) => async (job) => {
    jobs.push(job);
    return await runPdfJob(job);
  });
});
afterAll(() => api[Symbol.asyncDispose]());

async function post(fields: Readonly<Record<string, string>>, ...files: readonly Uint8Array[]) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const file of files) form.append('files', new Blob([Buffer.from(file)]), 'a.pdf');
  return await fetch(`${api.url}/api/tools/pdf`, { method: 'POST', body: form });
}

it('a password opens a PDF for every action, and what comes out has none', async () => {
  const read = await post({ action: 'pdf-to-text', password }, locked);
  expect(await read.json()).toMatchObject({ text: 'Behind the lock', warnings: [] });
  const info = await post({ action: 'get-info', password }, locked);
  expect(await info.json()).toMatchObject({ encrypted: true, sizeBytes: locked.length, pageCount: 1 });
  for (const [action, files] of [
    ['split', [locked]],
    ['merge', [locked, await makePdf(1), locked]],
  ] as const) {
    const made = await post({ action, password, ...(action === 'split' && { ranges: '1' }) }, ...files);
    expect(made.status).toBe(200);
    const text = await post({ action: 'pdf-to-text' }, new Uint8Array(await made.arrayBuffer()));
    expect(await text.json()).toMatchObject({ text: expect.stringContaining('Behind the lock') });
  }
});

it('a password that no file needs is not used', async () => {
  const answer = await post({ action: 'get-info', password }, await makePdf(2));
  expect(await answer.json()).toMatchObject({ pageCount: 2, encrypted: false });
});

it.each([
  [
    'a wrong password',
    { password: 'troubador' },
    'file does not open with this password.',
    /Check the password/,
  ],
  ['none', {}, 'file needs a password to open.', /field password/],
  ['an empty one', { password: '' }, 'file needs a password to open.', /field password/],
])('%s is refused with a hint', async (_, fields, message, hint) => {
  const answer = await post({ action: 'pdf-to-text', ...fields }, locked);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    code: 'PDF_ENCRYPTED',
    message,
    hint: expect.stringMatching(hint),
  });
});

it.each([
  ['two lines', 'one\ntwo', 'password must be one line.'],
  ['too long', 'x'.repeat(201), 'password may have at most 200 characters.'],
])('a password that is %s is refused', async (_, wrong, message) => {
  const answer = await post({ action: 'get-info', password: wrong }, locked);
  expect(await answer.json()).toMatchObject({ code: 'INVALID_REQUEST', message });
});

it('a password travels with the files and is gone with them, and no record of Temporal has it', async () => {
  jobs.length = 0;
  expect((await post({ action: 'get-info', password }, locked)).status).toBe(200);
  await expect.poll(() => api.jobBlobs()).toEqual([]);
  const [job] = jobs;
  expect(job).toMatchObject({ inputs: ['input-1.pdf'], password: 'password.txt' });
  const described = await api.temporal.client.activity.getHandle(job!.jobId).describe();
  expect(JSON.stringify([job, described])).not.toContain('Tr0ub4dor');
});
