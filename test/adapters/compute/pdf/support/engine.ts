import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PdfAction, PdfInfo, PdfOutcome, PdfText } from '@reveille/pdf';
import { createPdfEngine, type EngineEvent, type EngineOptions } from '#compute/pdf/engine.ts';

const never = new AbortController().signal;

/** A real engine with its own folder, closed with `await using`; jobs are given as bytes. */
export async function startEngine(options: Omit<EngineOptions, 'workDir' | 'onEvent'> = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'pdf-engine-'));
  const events: EngineEvent[] = [];
  const engine = createPdfEngine({
    ...options,
    workDir: join(dir, 'work'),
    onEvent: (event) => events.push(event),
  });

  async function job<T>(
    action: PdfAction,
    files: readonly Uint8Array[],
    ranges: string | null,
    use: (outcome: PdfOutcome, folder: string) => Promise<T>,
    signal: AbortSignal = never,
  ): Promise<T> {
    const folder = await mkdtemp(join(dir, 'job-'));
    const inputs = files.map((_, index) => `input-${index + 1}.pdf`);
    await Promise.all(files.map((bytes, index) => writeFile(join(folder, inputs[index]!), bytes)));
    try {
      return await use(await engine.run({ dir: folder, action, ranges, inputs }, signal), folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async function result(outcome: PdfOutcome, folder: string): Promise<Buffer> {
    if (outcome.status === 'refused') throw new Error(`${outcome.code}: ${outcome.message}`);
    return readFile(join(folder, outcome.output));
  }

  return {
    engine,
    events,
    workDir: join(dir, 'work'),
    outcome: (
      action: PdfAction,
      files: readonly Uint8Array[],
      ranges: string | null = null,
      signal?: AbortSignal,
    ) => job(action, files, ranges, async (outcome) => outcome, signal),
    text: (file: Uint8Array, ranges: string | null = null) =>
      job(
        'pdf-to-text',
        [file],
        ranges,
        async (...done) => JSON.parse(String(await result(...done))) as PdfText,
      ),
    info: (file: Uint8Array) =>
      job('get-info', [file], null, async (...done) => JSON.parse(String(await result(...done))) as PdfInfo),
    split: (file: Uint8Array, ranges: string) => job('split', [file], ranges, result),
    merge: (files: readonly Uint8Array[]) => job('merge', files, null, result),
    async [Symbol.asyncDispose]() {
      await engine.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

export type TestEngine = Awaited<ReturnType<typeof startEngine>>;
