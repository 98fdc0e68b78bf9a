import { type CapabilityCall, capabilityOf } from '#capabilities/calls.ts';
import { cutToBytes } from '#domain/cut-text.ts';

const bytesMax = 200;

/** One line for operators, short enough for the workflow history. */
export function describeCall(call: CapabilityCall): string {
  return cutToBytes(capabilityOf(call).describe(call), bytesMax).text;
}
