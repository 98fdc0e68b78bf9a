/**
 * A PDF as a caller sees it: an upload to the API until its answer is read, with the worker and Temporal behind it, beside
 * the native tool in a new process. The two alternate, so that other load on the machine affects both.
 *
 *   node bench/pdf.ts
 */
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { createPdfEngine } from '#compute/pdf/engine.ts';
import { makePdf } from '#test/adapters/compute/pdf/support/make-pdf.ts';
import { type BenchFile, benchFiles } from './pdf-files.ts';
import { ms, report } from './support/figures.ts';
import { median, quantile } from './support/load.ts';
import { installNativePdfTools, runNative } from './support/native-pdf-tools.ts';
import { type PdfContest, pdfContests } from './support/pdf-contests.ts';
import { startPdfService, uploadOf } from './support/pdf-service.ts';
import { unlessQuick } from './support/quick.ts';

const warmUps = unlessQuick(12, 2);
const rounds = unlessQuick(25, 3);

const missing = await installNativePdfTools();
if (missing.length > 0) console.log(`Not installed, left out: ${missing.join(', ')}.`);
const contests = pdfContests.filter(({ native }) => !missing.includes(native('', '')[0]));
const { dir, files, missing: missingProducers } = await benchFiles();
if (missingProducers.length > 0) console.log(`Producers not installed: ${missingProducers.join(', ')}.`);
const engine = createPdfEngine({ workDir: path.join(dir, 'engine'), processes: 1 });
const service = await startPdfService();

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Milliseconds of each round. */
interface Times {
  readonly ours: readonly number[];
  readonly native: readonly number[];
}

async function measure(contest: PdfContest, file: BenchFile, count: number): Promise<Times> {
  const upload = await uploadOf(contest, await readFile(file.path));
  return await alternate(() => service.send(upload), contest, file, count);
}

async function alternate(
  work: () => Promise<unknown>,
  contest: PdfContest,
  file: BenchFile,
  count: number,
): Promise<Times> {
  const ours: number[] = [];
  const native: number[] = [];
  for (let round = 0; round < count; round += 1) {
    ours.push(await timed(work));
    native.push(await timed(() => runNative(contest.native(file.path, dir))));
  }
  return { ours, native };
}

const ratioOf = ({ ours, native }: Times) => median(ours) / median(native);
const shown = (times: readonly number[]) => `${ms(median(times))}, p95 ${ms(quantile(times, 0.95))}`;

async function compete(contest: PdfContest): Promise<void> {
  for (const file of files.slice(0, 3)) await measure(contest, file, warmUps);
  const results: Times[] = [];
  for (const file of files) {
    const times = await measure(contest, file, rounds);
    results.push(times);
    console.log(
      `  ${file.name.padEnd(26)} ${shown(times.ours).padEnd(24)} ratio ${ratioOf(times).toFixed(2)}`,
    );
  }
  report({
    name: `${contest.action} of ${files.length} files, ${contest.native('', '')[0]}`,
    ours: shown(results.flatMap(({ ours }) => ours)),
    yardstick: shown(results.flatMap(({ native }) => native)),
    ratio: median(results.map(ratioOf)),
    goal: { atMost: contest.goal },
  });
}

/** The part of a call that is Temporal's, whatever is done in it. */
async function temporalAlone(contest: PdfContest, until: string, work: () => Promise<void>): Promise<void> {
  const results: Times[] = [];
  for (const file of files) results.push(await alternate(work, contest, file, rounds));
  report({
    name: `an activity that does nothing, until ${until}, ${contest.native('', '')[0]}`,
    ours: shown(results.flatMap(({ ours }) => ours)),
    yardstick: shown(results.flatMap(({ native }) => native)),
    ratio: median(results.map(ratioOf)),
    goal: null,
  });
}

/** The same work by a warm process, called without HTTP and Temporal: what the rest is added to. */
async function engineAlone(contest: PdfContest): Promise<void> {
  const inputs = contest.action === 'merge' ? ['1.pdf', '2.pdf'] : ['1.pdf'];
  const jobDir = path.join(dir, 'job');
  const never = new AbortController().signal;
  const results: Times[] = [];
  for (const file of files) {
    await rm(jobDir, { recursive: true, force: true });
    await mkdir(jobDir);
    for (const name of inputs) await copyFile(file.path, path.join(jobDir, name));
    const job = { dir: jobDir, action: contest.action, ranges: contest.ranges, inputs };
    results.push(await alternate(() => engine.run(job, never), contest, file, rounds));
  }
  report({
    name: `${contest.action} in a warm process, without HTTP and Temporal, ${contest.native('', '')[0]}`,
    ours: shown(results.flatMap(({ ours }) => ours)),
    yardstick: shown(results.flatMap(({ native }) => native)),
    ratio: median(results.map(ratioOf)),
    goal: null,
  });
}

/** A long document: only the time limit matters here. */
async function longDocument(pages: number): Promise<void> {
  const file = { name: 'long', path: path.join(dir, 'long.pdf') };
  await writeFile(file.path, await makePdf(pages));
  for (const contest of contests) {
    const { ours, native } = await measure(contest, file, 1);
    report({
      name: `${contest.action} of ${pages.toLocaleString('en-US')} pages, ${contest.native('', '')[0]}`,
      ours: ms(median(ours)),
      yardstick: ms(median(native)),
      ratio: median(ours) / median(native),
      goal: null,
    });
  }
}

try {
  for (const contest of contests) await compete(contest);
  for (const contest of contests.filter(({ action }) => action === 'get-info' || action === 'merge')) {
    await temporalAlone(contest, 'its end is recorded', service.doNothing);
    await temporalAlone(contest, 'its worker tells', service.beTold);
  }
  for (const contest of contests) await engineAlone(contest);
  await longDocument(1_000);
} finally {
  await engine.close();
  await service.stop();
  await rm(dir, { recursive: true, force: true });
}
