import { type CapabilityCall, capabilityOf } from '#capabilities/calls.ts';
import type { TurnOutput } from '#capabilities/agent-turn.ts';

/** A result of this size is no burden: a number, a refusal, a few matches. */
const smallBytesMax = 2_000;

const readBefore = 'It was read and is left out now, to make room. Read it again if it is needed.';
const tooMuch = 'It is not shown: one answer asked for too much at once. Ask for it alone, or search in it.';

/**
 * The results of reading that a prompt leaves out, by call id, with what it says instead. Earlier pages leave the prompt
 * only if the new page does not fit beside them, and then all of them: a change costs the provider's cache of the prompt.
 * It depends on nothing that comes later, so each turn repeats the prompt of the turn before until the next change.
 */
export function leftOutReads(
  turns: readonly Pick<TurnOutput, 'calls'>[],
  bytesOf: (call: CapabilityCall) => number,
  bytesMax: number,
): ReadonlyMap<string, string> {
  const leftOut = new Map<string, string>();
  let kept: readonly string[] = [];
  let keptBytes = 0;
  for (const { calls } of turns) {
    const shown: string[] = [];
    let bytes = 0;
    for (const call of calls.filter((one) => capabilityOf(one).kind === 'read')) {
      const size = bytesOf(call);
      if (size <= smallBytesMax) continue;
      // One is always shown, or nothing could ever be read.
      if (bytes > 0 && bytes + size > bytesMax) leftOut.set(call.callId, tooMuch);
      else {
        shown.push(call.callId);
        bytes += size;
      }
    }
    if (keptBytes + bytes > bytesMax) {
      for (const callId of kept) leftOut.set(callId, readBefore);
      [kept, keptBytes] = [[], 0];
    }
    kept = [...kept, ...shown];
    keptBytes += bytes;
  }
  return leftOut;
}
