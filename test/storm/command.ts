import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { progressPrinter } from './progress-printer.ts';
import type { StormOptions } from './plan/options.ts';
import { runStorm } from './run-storm.ts';

/** Plays a storm and prints it. Gives the exit code. */
export async function stormCommand(options: StormOptions): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-storm-'));
  const { progress, say } = progressPrinter();
  say(
    `Seed ${options.seed}: ${options.deliveries} deliveries, ${options.workspaces} workspaces, in ${folder}`,
  );
  const { lines, isGood, plan, log, findings, recoveries } = await runStorm({
    options,
    folder,
    onProgress: progress,
    onRecovery: ({ name, struckAtMs, tookMs, skipped }) => {
      const course = tookMs === null ? 'over' : `work again after ${(tookMs / 1000).toFixed(1)} s`;
      say(`${name} at ${(struckAtMs / 1000).toFixed(1)}: ${skipped ?? course}`);
    },
  });
  for (const line of lines) say(line);
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
