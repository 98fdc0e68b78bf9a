import { expect, it } from 'vitest';

import type { PdfJob } from '#contracts/pdf.ts';
import { makePdf } from '#test/adapters/compute/pdf/support/make-pdf.ts';
import { startPdfApi } from '#test/support/pdf-worker.ts';

type PdfApi = Awaited<ReturnType<typeof startPdfApi>>;

async function getInfo({ url }: PdfApi): Promise<unknown> {
  const form = new FormData();
  form.append('action', 'get-info');
  form.append('file', new Blob([Buffer.from(await makePdf(2))]), 'a.pdf');
  const response = await fetch(`${url}/api/tools/pdf`, { method: 'POST', body: form });
  expect(response.status).toBe(200);
  return await response.json();
}

/** Resolves when the API listens for the result of the job. */
async function isAwaited({ redis }: PdfApi, { answerTo = '' }: PdfJob): Promise<void> {
  await expect
    .poll(async () => await redis.sendCommand(['PUBSUB', 'NUMSUB', answerTo]))
    .toEqual([answerTo, 1]);
}

const statusOf = async ({ temporal }: PdfApi, { jobId }: PdfJob) =>
  (await temporal.client.activity.getHandle(jobId).describe()).status;

it('the answer is sent when the result is stored, and the files stay until Temporal has recorded the end', async () => {
  const recording = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<PdfJob>();
  await using api: PdfApi = await startPdfApi({}, (runPdfJob) => async (job) => {
    begun.resolve(job);
    await isAwaited(api, job);
    const outcome = await runPdfJob(job);
    await recording.promise;
    return outcome;
  });
  expect(await getInfo(api)).toMatchObject({ pageCount: 2 });
  const job = await begun.promise;
  expect(await statusOf(api, job)).toBe('RUNNING');
  expect((await api.jobBlobs()).length).toBe(2);
  recording.resolve();
  await expect.poll(() => statusOf(api, job)).toBe('COMPLETED');
  await expect.poll(() => api.jobBlobs()).toEqual([]);
});

it('a refusal too is answered before Temporal has recorded the end', async () => {
  const recording = Promise.withResolvers<void>();
  await using api: PdfApi = await startPdfApi({}, (runPdfJob) => async (job) => {
    await isAwaited(api, job);
    const outcome = await runPdfJob(job);
    await recording.promise;
    return outcome;
  });
  const form = new FormData();
  form.append('action', 'split');
  form.append('ranges', '7');
  form.append('file', new Blob([Buffer.from(await makePdf(2))]), 'a.pdf');
  const response = await fetch(`${api.url}/api/tools/pdf`, { method: 'POST', body: form });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'INVALID_PAGE_RANGES' });
  recording.resolve();
  await expect.poll(() => api.jobBlobs()).toEqual([]);
});

it('a worker that dies between the answer and its record is replaced by one that finds the files', async () => {
  const attempts: PdfJob[] = [];
  await using api: PdfApi = await startPdfApi({}, (runPdfJob) => async (job) => {
    attempts.push(job);
    await isAwaited(api, job);
    const outcome = await runPdfJob(job);
    if (attempts.length === 1) throw new Error('The worker dies.');
    return outcome;
  });
  expect(await getInfo(api)).toMatchObject({ pageCount: 2 });
  await expect.poll(() => statusOf(api, attempts[0]!)).toBe('COMPLETED');
  expect(attempts).toHaveLength(2);
  await expect.poll(() => api.jobBlobs()).toEqual([]);
});

it('a result that nobody was told of is answered as Temporal recorded it', async () => {
  await using api = await startPdfApi(
    {},
    (runPdfJob) =>
      async ({ jobId, action, ranges, inputs }) =>
        await runPdfJob({ jobId, action, ranges, inputs }),
  );
  expect(await getInfo(api)).toMatchObject({ pageCount: 2 });
  await expect.poll(() => api.jobBlobs()).toEqual([]);
});
