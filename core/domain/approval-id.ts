import { createHash } from 'node:crypto';

import type { RunRef } from '#contracts/run.ts';
import { runIdOf } from './run-ref.ts';

/** The approval of a request of a run, by its number within the run: the same each time that it is asked for. */
export function approvalIdOf(run: RunRef, request: number): string {
  const digest = createHash('sha256')
    .update(`${runIdOf(run)}-${request}`)
    .digest('base64url');
  return `apr_${digest.slice(0, 22)}`;
}
