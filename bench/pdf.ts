import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { PdfAction } from '@reveille/pdf';
import { createPdfEngine, type PdfEngine } from '../compute/pdf/engine.ts';
import { makePdf } from '../test/compute/pdf/support/make-pdf.ts';
import { benchFiles, type BenchFile } from './pdf-files.ts';

/**
 * Cost of a job in a warm process, from the call to the result file, relative to the native tool in a new process. The
 * two alternate, so that other load on the machine affects both.
 */
interface Contest {
  readonly action: PdfAction;
  readonly ranges: string | null;
  readonly goal: number;
  readonly native: (file: string, dir: string) => readonly [string, ...string[]];
}

const contests: readonly Contest[] = [
  {
    action: 'pdf-to-text',
    ranges: null,
    goal: 0.8,
    native: (file, dir) => ['pdftotext', file, join(dir, 'native.txt')],
  },
  { action: 'get-info', ranges: null, goal: 0.3, native: (file) => ['pdfinfo', file] },
  {
    action: 'split',
    ranges: '1',
    goal: 2,
    native: (file, dir) => ['qpdf', '--empty', '--pages', file, '1', '--', join(dir, 'native.pdf')],
  },
  {
    action: 'merge',
    ranges: null,
    goal: 0.7,
    native: (file, dir) => ['qpdf', '--empty', '--pages', file, file, '--', join(dir, 'native.pdf')],
  },
];

const warmUps = 12;
const rounds = 25;

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function runNative([command, ...parameters]: readonly [string, ...string[]]): Promise<void> {
  const child = spawn(command, parameters, { stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0 && code !== 3) throw new Error(`${command} failed`);
}

async function runEngine(
  engine: PdfEngine,
  { action, ranges }: Contest,
  dir: string,
  file: BenchFile,
): Promise<void> {
  const name = basename(file.path);
  const inputs = action === 'merge' ? [name, name] : [name];
  const outcome = await engine.run({ dir, action, ranges, inputs }, new AbortController().signal);
  if (outcome.status === 'refused') throw new Error(`${action} refused ${file.name}: ${outcome.message}`);
}

/** The ratios on one file, one per round; the native tool runs right after the engine. */
async function ratios(engine: PdfEngine, contest: Contest, dir: string, file: BenchFile) {
  const mine: number[] = [];
  const native: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    mine.push(await timed(() => runEngine(engine, contest, dir, file)));
    native.push(await timed(() => runNative(contest.native(file.path, dir))));
  }
  return {
    median: quantile(mine, 0.5) / quantile(native, 0.5),
    mineMs: quantile(mine, 0.5),
    p95: quantile(mine, 0.95) / quantile(native, 0.95),
  };
}

async function compete(engine: PdfEngine, contest: Contest, dir: string, files: readonly BenchFile[]) {
  for (const file of files.slice(0, 3)) {
    for (let run = 0; run < warmUps; run += 1) await runEngine(engine, contest, dir, file);
  }
  const rows = [];
  for (const file of files) rows.push({ file: file.name, ...(await ratios(engine, contest, dir, file)) });
  const [tool] = contest.native('', '');
  console.log(`\n${contest.action} / ${tool}`);
  for (const row of rows) {
    console.log(
      `  ${row.file.padEnd(24)} ${row.mineMs.toFixed(1).padStart(7)} ms  ratio ${row.median.toFixed(2)}`,
    );
  }
  const median = quantile(
    rows.map((row) => row.median),
    0.5,
  );
  const slow = quantile(
    rows.map((row) => row.p95),
    0.95,
  );
  console.log(
    `ratio ${contest.action} median ${median.toFixed(2)} (goal ${contest.goal}) p95 ${slow.toFixed(2)}`,
  );
}

/** A long document: only the time limit matters here. */
async function longDocument(engine: PdfEngine, dir: string): Promise<void> {
  const pages = 1_000;
  await writeFile(join(dir, 'long.pdf'), await makePdf(pages));
  const file = { name: 'long', path: join(dir, 'long.pdf') };
  for (const contest of contests) {
    const ms = await timed(() => runEngine(engine, contest, dir, file));
    console.log(`${contest.action} of ${pages} pages: ${ms.toFixed(0)} ms`);
  }
}

const { dir, files, missing } = await benchFiles();
if (missing.length > 0) console.log(`Not installed, left out: ${missing.join(', ')}.`);
const work = join(dir, 'work');
await mkdir(work);
for (const file of files) await copyFile(file.path, join(work, basename(file.path)));
// One process, so that every job finds it warm; no recycling during a measurement.
const engine = createPdfEngine({ workDir: join(dir, 'engine'), processes: 1, jobsPerProcess: 1_000_000 });
try {
  for (const contest of contests) await compete(engine, contest, work, files);
  console.log('');
  await longDocument(engine, work);
} finally {
  await engine.close();
  await rm(dir, { recursive: true, force: true });
}
