import { ApplicationFailure } from '@temporalio/activity';

import type { CallProgress } from '#store/run/run-records.ts';
import type { OpenCall } from '#store/run/open-call.ts';
import type { Marked } from '#store/run/run-hashes.ts';
import { retryUntilPersisted } from './retry-until-persisted.ts';

/**
 * Stores a mark right before an effect becomes possible, so that an earlier failure, such as reading the policies, does
 * not look like a crash during the request. A refused mark rejects: then nothing is sent. If storing fails the mark may
 * exist, so it is taken back: nothing was sent.
 */
export async function withEffectMark<T>(
  call: OpenCall,
  progress: CallProgress,
  perform: (onSending: () => Promise<void>) => Promise<T>,
): Promise<T> {
  let isMarkInDoubt = false;
  const onSending = async () => {
    isMarkInDoubt = true;
    const marked = await call.markSending(progress);
    isMarkInDoubt = false;
    assertWritten(marked);
  };
  try {
    return await perform(onSending);
  } catch (error) {
    if (isMarkInDoubt) await retryUntilPersisted(() => call.settle({ state: 'not-sent', ...progress }));
    throw error;
  }
}

/** Throws where a record was not written: Temporal tries again, and the next attempt reads what the other one did. */
export function assertWritten(marked: Marked): void {
  if (marked === 'written') return;
  if (marked === 'over') throw ApplicationFailure.nonRetryable('The run is over.', 'RecordMissing');
  throw ApplicationFailure.create({ type: 'CallTaken', message: 'Another attempt carries out this call.' });
}
