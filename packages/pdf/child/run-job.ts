import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PdfRefusal, type PdfAction, type PdfOutcome } from '../pdf-answers.ts';
import { PdfError } from '../pdf-error.ts';
import type { ChildJob } from '../messages.ts';
import { EngineFailure } from './engine-failure.ts';
import { getInfo } from './get-info.ts';
import { merge } from './merge.ts';
import type { Upload } from './pdfjs.ts';
import { refusals, uploadName } from '../refusals.ts';
import type { RepairNotes } from './repair-notes.ts';
import type { ActionInput, ActionResult } from './result.ts';
import { split } from './split.ts';
import { toText } from './to-text.ts';
import { unlock } from './unlock.ts';

const actions: Readonly<Record<PdfAction, (input: ActionInput) => Promise<ActionResult>>> = {
  'pdf-to-text': toText,
  'get-info': getInfo,
  split,
  merge,
};

const outputNames = { 'application/json': 'result.json', 'application/pdf': 'result.pdf' } as const;

function refused(error: PdfError): PdfOutcome {
  const { code, message, hint } = error;
  return PdfRefusal.parse({ status: 'refused', code, message, ...(hint === undefined ? {} : { hint }) });
}

async function opened(
  uploads: ActionInput['uploads'],
  passwordFile: string | null,
): Promise<ActionInput['uploads']> {
  if (passwordFile === null) return uploads;
  const password = readFileSync(passwordFile, 'utf8');
  const [first, ...others] = uploads;
  const open = [await unlock(first, password)] as [Upload, ...Upload[]];
  for (const other of others) open.push(await unlock(other, password));
  return open;
}

/** Runs one job and writes its result. Refusals are results; anything else thrown is a bug. */
export async function runJob(job: ChildJob, repairs: RepairNotes): Promise<PdfOutcome> {
  const [first, ...others] = job.inputs.map((path, index) => ({
    path,
    name: uploadName(index, job.inputs.length),
  }));
  if (!first) throw new Error('A job without a file.');
  repairs.take();
  try {
    const uploads = await opened([first, ...others], job.password);
    const { ranges, detail } = job;
    const { content, mediaType, pageCount, warnings } = await actions[job.action]({
      uploads,
      ranges,
      detail,
      repairs,
    });
    const output = outputNames[mediaType];
    writeFileSync(join(job.outputDir, output), content, { mode: 0o600 });
    return { status: 'done', output, mediaType, pageCount, warnings: [...warnings] };
  } catch (error) {
    if (error instanceof PdfError) return refused(error);
    // Every engine failed: the file is beyond repair.
    if (error instanceof EngineFailure)
      return refused(refusals.notPdf(others.length === 0 ? first.name : 'files'));
    throw error;
  }
}
