import { type CapabilityCall, capabilityOf, type CapabilityResult } from './calls.ts';

/** A request that got the same result so often has nothing new to tell. */
const times = 3;

const remark =
  'From the service that runs you: you have made the same request three times, and its result was the same each time. It will not change: go on without it, or call finish and say what could not be done.';

interface Done {
  readonly call: CapabilityCall;
  readonly result: CapabilityResult;
}

/** Headers differ from time to time. */
const sameness = ({ call, result }: Done): string =>
  JSON.stringify([
    { ...call, callId: '' },
    { ...result, headers: {} },
  ]);

/**
 * The remark after a turn in which a request got the same result for the third time; empty in every other turn. A part that
 * it reads again may have left its prompt. `earlier`: the calls of the turns before.
 */
export function repeatedCallRemark(earlier: readonly Done[], ofTurn: readonly Done[]): readonly unknown[] {
  const before = earlier.map(sameness);
  const isThird = ofTurn.some((done, index) => {
    if (capabilityOf(done.call).kind !== 'request') return false;
    const same = sameness(done);
    const all = [...before, ...ofTurn.slice(0, index).map(sameness)];
    return all.filter((other) => other === same).length === times - 1;
  });
  return isThird ? [{ role: 'user', content: remark }] : [];
}
