import type { Action } from './instructions/program.ts';
import { readProgramCached } from './instructions/read-program-cached.ts';

/**
 * Whether instructions ask for a request that changes something, whatever the delivery is: a POST, PATCH or DELETE without
 * a condition. True only where every sentence is understood, because any other may be a condition, and none stops the run.
 */
export function asksForWriting(instructions: string, storedHeaders: readonly string[]): boolean {
  const read = readProgramCached(instructions, storedHeaders);
  if (read.state === 'not-understood' || read.program.guards.length > 0) return false;
  const { rules } = read.program;
  return (
    !rules.some(({ actions }) => actions.some(({ kind }) => kind === 'nothing')) &&
    rules.some(({ when, perhaps, actions }) => isAlways(when) && isAlways(perhaps) && actions.some(isWriting))
  );
}

const isAlways = (condition: { readonly kind: string } | null): boolean =>
  condition === null || condition.kind === 'always';

const isWriting = (action: Action): boolean => action.kind === 'request' && action.method !== 'GET';
