import type { RunRef } from '../contracts/run.ts';
import type { Runs } from '../store/runs.ts';
import { retryUntilPersisted } from './retry-until-persisted.ts';

/**
 * Stores a mark right before an effect becomes possible, so that an earlier failure, such as reading the policies, does
 * not look like a crash during the request. If storing fails the mark may exist, so it is removed: nothing was sent.
 */
export async function withEffectMark<T>(
  runs: Pick<Runs, 'saveCall'>,
  run: RunRef,
  callId: string,
  perform: (onSending: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const mark = (state: 'sending' | 'not-sent') => runs.saveCall(run, callId, { state });
  let isMarkInDoubt = false;
  const onSending = () =>
    mark('sending').catch((error: unknown) => {
      isMarkInDoubt = true;
      throw error;
    });
  try {
    return await perform(onSending);
  } catch (error) {
    if (isMarkInDoubt) await retryUntilPersisted(() => mark('not-sent'));
    throw error;
  }
}
