import { type CapabilityCall, capabilityOf } from '../capabilities/calls.ts';

const bytesMax = 200;

/** One line for operators, short enough for a workflow's history. */
export function describeCall(call: CapabilityCall): string {
  const line = capabilityOf(call).describe(call);
  const { read } = new TextEncoder().encodeInto(line, new Uint8Array(bytesMax));
  return line.slice(0, read);
}
