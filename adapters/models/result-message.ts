import { type CapabilityCall, capabilityOf, type CapabilityResult } from '#capabilities/calls.ts';
import { toolNameOf } from './operation-tools.ts';
import { wrapData } from './data-markers.ts';

/** The message with the result of a call: plain JSON, deterministic. */
export function resultMessage(call: CapabilityCall, result: CapabilityResult, nonce: string) {
  const isError = result.kind === 'refused' || result.kind === 'failed';
  const value =
    isError || result.kind === 'waiting'
      ? JSON.stringify({ kind: result.kind, message: result.message })
      : told(call, result, nonce);
  const output = { type: isError ? 'error-text' : 'text', value };
  const part = { type: 'tool-result', toolCallId: call.callId, toolName: toolNameOf(call), output };
  return { role: 'tool', content: [part] };
}

/** One line of JSON, then untrusted data between markers. */
function told(
  call: CapabilityCall,
  result: Exclude<CapabilityResult, { kind: 'refused' | 'failed' | 'waiting' }>,
  nonce: string,
): string {
  const { facts, data } = capabilityOf(call).tell(result, call);
  return `${JSON.stringify(facts)}\n${wrapData(data, nonce)}`;
}
