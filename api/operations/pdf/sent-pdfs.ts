import { Readable } from 'node:stream';

import { createFirstLook } from '@reveille/pdf';
import { z } from 'zod';

import type { Job } from '#store/jobs/jobs.ts';
import type { PdfUpload } from '../../body/pdf-upload.ts';

/** PDFs from a caller in this process: the fields of the form as text, each file as base64. */
export const SentPdfs = z.object({
  action: z.string().optional(),
  ranges: z.string().optional(),
  detail: z.string().optional(),
  password: z.string().optional(),
  files: z.array(z.string()),
});

/** Stores the files of a job, as an upload does. */
export async function takePdfs(sent: z.infer<typeof SentPdfs>, job: Job): Promise<PdfUpload> {
  const { files, action, ranges, detail, password } = sent;
  const looks = files.map(() => createFirstLook());
  const inputs = await Promise.all(
    files.map(async (text, index) => {
      const bytes = Readable.from([Buffer.from(text, 'base64')]) as AsyncIterable<Buffer>;
      return await job.addInput(looks[index]?.pass(bytes) ?? bytes);
    }),
  );
  return { fields: { action, ranges, detail, password, file: 0, files: files.length }, inputs, looks };
}
