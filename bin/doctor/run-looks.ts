import { withTimeout } from '#domain/with-timeout.ts';
import { reasonOf } from '../supervisor/reason-of.ts';
import type { Finding, Look } from './finding.ts';

const withinMs = 20_000;

/** Says a line about each thing, and two where something is to do. Whether nothing is. */
export async function runLooks(looks: readonly Look[], say: (sentence: string) => void): Promise<boolean> {
  let isWell = true;
  for (const look of looks) {
    const finding = await lookAt(look);
    say(`${finding.state.padEnd(4)} ${look.what}: ${finding.found}`);
    if (finding.state !== 'no') continue;
    isWell = false;
    say(`     ${finding.todo}`);
  }
  return isWell;
}

async function lookAt({ look, otherwise }: Look): Promise<Finding> {
  try {
    return await withTimeout(look(), withinMs, `no answer within ${withinMs / 1_000} s`);
  } catch (error) {
    return { state: 'no', found: reasonOf(error), todo: otherwise };
  }
}
