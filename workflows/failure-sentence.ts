import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/workflow';

/** What the owner reads of a failed step. Activities fail with public sentences only; anything else stays inside. */
export function sentenceOf(error: unknown): string {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure && cause.type?.startsWith('Public')) return cause.message;
  if (cause instanceof TimeoutFailure) return 'A step took longer than it may.';
  return 'A step failed on our side.';
}
