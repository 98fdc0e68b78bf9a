import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/workflow';

/** The owner's message for a failed step. Messages of our activities are public; all other errors stay internal. */
export function sentenceOf(error: unknown): string {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure && cause.type?.startsWith('Public')) return cause.message;
  if (cause instanceof TimeoutFailure) return 'A step took longer than it may.';
  return 'A step failed on our side.';
}
