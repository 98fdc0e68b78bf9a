import { readFile, writeFile } from 'node:fs/promises';

import { describeCommit, describeMachine } from '#bench/page/machine.ts';
import { type PlayedStorm, reportOf, withReport } from './report.ts';

/** Writes what a storm came to into a page, in the place of the report that is there. */
export async function writeReport(page: string, played: PlayedStorm): Promise<void> {
  const [commit, machine] = await Promise.all([describeCommit(), describeMachine()]);
  const date = new Date().toISOString().slice(0, 10);
  const present = await readFile(page, 'utf8').catch(() => '');
  await writeFile(page, withReport(present, reportOf(played, { date, commit, machine })));
}
