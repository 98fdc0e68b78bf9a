import { type CapabilityCall, capabilityOf, type CapabilityResult } from './calls.ts';
import type { CallEnd } from './acting.ts';
import { requestEnd } from './http-request.ts';

/** A request of a run and what became of it, without a value of the delivery. */
export interface RequestAccount extends CallEnd {
  /** Such as "POST api.example.com/orders". */
  readonly request: string;
  readonly isWriting: boolean;
}

/** `sending`: it was cut off. `not-sent`: the run ended before. */
type Progress = CapabilityResult | 'sending' | 'not-sent';

const unfinished = {
  sending: { how: 'may or may not have arrived', hasFailed: true, mayBeDone: false },
  waiting: { how: 'waits for an approval', hasFailed: false, mayBeDone: false },
  'not-sent': { how: 'was not sent', hasFailed: true, mayBeDone: false },
} as const;

/** Null for a call that is no request. */
export function accountOf(call: CapabilityCall, progress: Progress): RequestAccount | null {
  const capability = capabilityOf(call);
  if (capability.kind !== 'request') return null;
  const end = endOf(progress, call, capability);
  return { request: capability.describe(call), isWriting: capability.isWriting(call), ...end };
}

function endOf(
  progress: Progress,
  call: CapabilityCall,
  { endOf: ended }: Extract<ReturnType<typeof capabilityOf>, { kind: 'request' }>,
): CallEnd {
  if (typeof progress === 'string') return unfinished[progress];
  return progress.kind === 'waiting' ? unfinished.waiting : ended(progress, call);
}

/** The requests of a run that were answered, by the calls of its turns and their results in order. */
export const answeredRequests = (calls: readonly CapabilityCall[], results: readonly CapabilityResult[]) =>
  calls.flatMap((call, index) => {
    const result = results[index];
    if (call.name !== 'http_request' || result?.kind !== 'response') return [];
    const { hasFailed, mayBeDone } = requestEnd(result, call);
    return [{ method: call.method, url: call.url, status: result.status, isDone: !hasFailed || mayBeDone }];
  });

/** One line for people. */
export const accountLine = ({ request, how }: RequestAccount): string => `${request} ${how}.`;
