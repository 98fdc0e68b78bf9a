import {
  type CapabilityCall,
  capabilityOf,
  type CapabilityResult,
  isWritingCall,
} from '#capabilities/calls.ts';
import { digestOfCall } from '#capabilities/exchange.ts';
import { recalled } from '#capabilities/step.ts';
import type { Expectation } from '#contracts/expectation.ts';
import { expectedStatus } from '#rules/unmet-expectation.ts';
import type { Heard, Original, RecordedRequest } from './played.ts';

export interface HearingPorts {
  /** Why Network Access would not let it out, as the agent is told; null where it would. */
  readonly refusalOf: (call: CapabilityCall) => Promise<CapabilityResult | null>;
  /** Reads live. Null where reads are answered from the record alone. */
  readonly read: ((call: CapabilityCall) => Promise<CapabilityResult>) | null;
}

/**
 * Stands in the place of the way out: answers each request with what the run heard of the very same one, each recorded request
 * once and in order. A write that the run did not send is accepted; a read that it did not send is read live, or unrecorded.
 * Nothing is sent by it but live reads.
 */
export function createHearing(
  { requests }: Pick<Original, 'requests'>,
  expects: readonly Expectation[],
  { refusalOf, read }: HearingPorts,
) {
  const unheard = [...(requests ?? [])];

  return async function hear(call: CapabilityCall): Promise<Heard> {
    const isWriting = isWritingCall(call);
    if (!isWriting && read !== null) return told('live', await read(call));
    const digest = digestOfCall(call);
    const index = unheard.findIndex(({ exchange }) => exchange?.digest === digest);
    if (index >= 0) {
      const [same] = unheard.splice(index, 1) as [RecordedRequest];
      const result = same.exchange === null ? null : recalled(same.step, same.exchange);
      if (result !== null) return told('recorded', result);
      return { kind: same.step.outcome === 'unknown' ? 'cut-off' : 'unrecorded' };
    }
    const refusal = await refusalOf(call);
    if (refusal !== null) return told('refused', refusal);
    return isWriting ? told('accepted', acceptedResult(call, expects)) : { kind: 'unrecorded' };
  };
}

const told = (how: Extract<Heard, { kind: 'told' }>['how'], result: CapabilityResult): Heard => ({
  kind: 'told',
  how,
  result,
});

/** Answered as its owner expects it, where that is a success. */
function acceptedResult(call: CapabilityCall, expects: readonly Expectation[]): CapabilityResult {
  const capability = capabilityOf(call);
  if (capability.kind !== 'request') throw new TypeError('It is no request.');
  const result = capability.accepted(call);
  if (call.name !== 'http_request' || result.kind !== 'response') return result;
  const status = expectedStatus(expects, call);
  return status === null || status >= 400 ? result : { ...result, status };
}
