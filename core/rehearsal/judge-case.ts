import type { CaseVerdict, StoredExpected } from '#contracts/case.ts';
import { isWritingCall } from '#capabilities/calls.ts';
import { digestOfCall } from '#capabilities/exchange.ts';
import { canonicalJson } from '#domain/canonical-json.ts';
import { parseJson } from '#domain/json-value.ts';
import { nameOf, plannedSide, recordedSide } from './compare.ts';
import type { Original, Played, PlayedRequest } from './played.ts';

type ExpectedRequest = Extract<StoredExpected, { kind: 'requests' }>['requests'][number];

/** Whether a rehearsal did what a case expects: it was skipped, or sent exactly these requests in this order. */
export function judgeCase(expected: StoredExpected, { outcome, reason, requests }: Played): CaseVerdict {
  if (outcome === null) return { holds: null, summary: reason ?? 'unknown' };
  if (expected.kind === 'skipped')
    return outcome === 'skipped' ? holding : broken('it should be skipped, and would be run');
  if (outcome === 'skipped') return broken('it should be run, and would be skipped');
  if (outcome === 'needs_model') return broken('it would need a model');
  const written = requests.filter(({ call }) => isWritingCall(call));
  const index = written.findIndex((request, at) => !isExpected(expected.requests[at], request));
  const other = written[index];
  if (other !== undefined)
    return broken(`${nameOf(plannedSide(other.call))} is not the request that is expected`);
  const missing = expected.requests[written.length];
  if (missing !== undefined) return broken(`${nameOf(missing)} would not be sent`);
  return outcome === 'failed' ? broken('it would fail') : holding;
}

const holding: CaseVerdict = { holds: true, summary: '' };
const broken = (summary: string): CaseVerdict => ({ holds: false, summary });

/** The requests of its run as a case expects them; null where it did not end well, or was not kept whole. */
export function expectedOf(original: Original): StoredExpected | null {
  const { outcome, requests } = original;
  if (outcome === 'skipped') return { kind: 'skipped' };
  if (outcome !== 'succeeded' || requests === null) return null;
  const written = writtenBy(original);
  return written.some(({ digest }) => digest === null) ? null : { kind: 'requests', requests: [...written] };
}

/** The requests of its run that do not only read, however it ended, as far as they were kept. */
export const writtenBy = ({ requests }: Original): readonly ExpectedRequest[] =>
  (requests ?? [])
    .filter(({ step }) => step.kind !== 'request' || step.method !== 'GET')
    .map((one) => {
      const { title, target, body } = recordedSide(one);
      return { title, target, body, digest: one.exchange?.digest ?? null };
    });

function isExpected(expected: ExpectedRequest | undefined, { call }: PlayedRequest): boolean {
  if (expected === undefined) return false;
  if (expected.digest !== null) return expected.digest === digestOfCall(call);
  const { title, target, body } = plannedSide(call);
  return title === expected.title && target === expected.target && isSameBody(body, expected.body);
}

function isSameBody(one: string | null, other: string | null): boolean {
  const [first, second] = [parseJson(one ?? ''), parseJson(other ?? '')];
  return first === null || second === null
    ? one === other
    : canonicalJson(first.value) === canonicalJson(second.value);
}
