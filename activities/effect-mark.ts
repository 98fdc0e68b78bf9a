import type { RunRef } from '../contracts/run.ts';
import type { Runs } from '../store/runs.ts';
import { retryUntilPersisted } from './retry-until-persisted.ts';

/**
 * The mark is left right before an effect is possible, so that what fails earlier, such as reading the policies, is no
 * crash in mid-request. A mark that may be stored although its answer was lost is taken back: nothing was sent.
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
