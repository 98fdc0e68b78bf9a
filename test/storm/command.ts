import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { progressPrinter } from './progress-printer.ts';
import { Stopped } from './or-stopped.ts';
import { defaultOptions, type StormOptions } from './plan/options.ts';
import { writeReport } from './report/write-report.ts';
import { runStorm } from './run-storm.ts';

interface Terms {
  /** Breaks it off. */
  readonly stop: AbortSignal;
  /** The page into which the report is written; by default docs/storm.md for a storm of full size, else none. */
  readonly report?: string | undefined;
}

const pageOfWholeStorms = path.resolve(import.meta.dirname, '../../docs/storm.md');

/** Plays a storm, prints it, and writes its report. Gives the exit code. */
export async function stormCommand(options: StormOptions, terms: Terms): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-storm-'));
  const { progress, say } = progressPrinter();
  say(
    `Seed ${options.seed}: ${options.deliveries} deliveries, ${options.workspaces} workspaces, in ${folder}`,
  );
  const beganAtMs = performance.now();
  const storm = await runStorm({
    options,
    folder,
    stop: terms.stop,
    onProgress: progress,
    onRecovery: ({ name, struckAtMs, tookMs, skipped }) => {
      const course = tookMs === null ? 'over' : `work again after ${(tookMs / 1000).toFixed(1)} s`;
      say(`${name} at ${(struckAtMs / 1000).toFixed(1)}: ${skipped ?? course}`);
    },
  }).catch((error: unknown) => {
    if (error instanceof Stopped) return null;
    throw error;
  });
  if (storm === null) {
    say('Stopped.');
    await rm(folder, { recursive: true, force: true });
    return 1;
  }
  const { lines, isGood, plan, log, findings, recoveries } = storm;
  for (const line of lines) say(line);
  const isWhole = options.deliveries >= defaultOptions.deliveries;
  const page = terms.report ?? (isWhole ? pageOfWholeStorms : undefined);
  if (page !== undefined) {
    const minutes = (performance.now() - beganAtMs) / 60_000;
    await writeReport(page, { options, storm, minutes });
    say(`The report is in ${page}.`);
  }
  if (isGood) {
    await rm(folder, { recursive: true, force: true });
    return 0;
  }
  const file = path.join(folder, 'ledger.json');
  await writeFile(
    file,
    JSON.stringify({ options, plan, attempts: log.attempts, recoveries, findings }, null, 1),
  );
  say(`The plan and all attempts are in ${file}, the logs beside it.`);
  return 1;
}
