import type { RunRef } from '#contracts/run.ts';
import { runIdOf, runOwnerOf } from '#domain/run-ref.ts';
import { keys } from '../records/index.ts';

export function runKeys(run: RunRef) {
  const [workspaceId, runId] = [run.workspaceId, runIdOf(run)];
  return {
    record: keys.run(workspaceId, runId),
    body: keys.body(workspaceId, runId),
    steps: keys.steps(workspaceId, runId),
    turns: keys.turns(workspaceId, runId),
    calls: keys.calls(workspaceId, runId),
    shapes: keys.shapes(workspaceId, runOwnerOf(run)),
  };
}

/**
 * Orders the steps of a run as text: `001` for a turn, `001.001` for a request that it asked for, `001.001.002` for what
 * it looked up after that request.
 */
export const stepField = (...numbers: number[]) =>
  numbers.map((number) => String(number).padStart(3, '0')).join('.');
