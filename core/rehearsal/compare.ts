import { type CapabilityCall, capabilityOf, isWritingCall } from '#capabilities/calls.ts';
import { digestOfCall } from '#capabilities/exchange.ts';
import { shownAct } from '#capabilities/step.ts';
import type { RehearsedDelivery, RequestPair, RequestSide } from '#contracts/rehearsal.ts';
import type { EndedOutcome } from '#contracts/run.ts';
import { recordedBody } from '#domain/recorded-body.ts';
import { differencesOf } from './differences.ts';
import type { Original, Played, PlayedRequest, RecordedRequest } from './played.ts';

type Comparison = Omit<RehearsedDelivery, 'deliveryId'>;
type Judged = Pick<Comparison, 'verdict' | 'summary'>;

/** The run of a delivery beside its rehearsal. `summary` has names of members alone, so that equal differences have equal summaries. */
export function compare(original: Original, played: Played): Comparison {
  const requests = pairsOf(original.requests ?? [], played.requests);
  const { outcome, reason } = played;
  return {
    ...judge(original, played, requests),
    was: { outcome: original.outcome },
    now: { outcome, reason },
    requests: requests.map(({ pair }) => pair),
  };
}

const hasRun = (outcome: EndedOutcome): boolean => outcome !== 'skipped' && outcome !== 'needs_model';
const hasFailed = (outcome: EndedOutcome): boolean => outcome === 'failed' || outcome === 'needs_model';

function judge(original: Original, played: Played, requests: readonly Paired[]): Judged {
  const { outcome } = played;
  const isWriteOther = requests.some(
    ({ isWriting, pair: { isSame, now } }) => isWriting && !isSame && now !== null,
  );
  if (outcome === null)
    return isWriteOther
      ? { verdict: 'otherRequest', summary: summaryOf(requests) }
      : { verdict: 'unknown', summary: played.reason ?? 'unknown' };
  if (original.outcome === outcome && !hasRun(outcome)) return same;
  if (outcome === 'skipped') return { verdict: 'newlySkipped', summary: 'would be skipped' };
  if (outcome === 'needs_model') return { verdict: 'fails', summary: 'would need a model' };
  if (!hasRun(original.outcome))
    return outcome === 'failed'
      ? { verdict: 'fails', summary: 'would run, and fail' }
      : { verdict: 'newlyRun', summary: ['would run', ...requests.map(({ name }) => name)].join('; ') };
  return judgeRun(original, played, requests);
}

const same: Judged = { verdict: 'same', summary: 'the same' };

/** Both were run. */
function judgeRun(original: Original, played: Played, requests: readonly Paired[]): Judged {
  if (outcomeFails(original, played)) return { verdict: 'fails', summary: 'would fail' };
  const kept = original.requests;
  const isUnkept = kept === null || kept.some(({ exchange }) => exchange === null);
  if (isUnkept && kept?.length === played.requests.length)
    return { verdict: 'unknown', summary: 'the requests of its run were not kept whole' };
  if (requests.some(({ pair }) => !pair.isSame))
    return { verdict: 'otherRequest', summary: summaryOf(requests) };
  if (!isInOrder(original, played))
    return { verdict: 'otherRequest', summary: 'another order of the requests' };
  if (original.outcome !== played.outcome)
    return { verdict: 'otherRequest', summary: `would end as ${played.outcome}` };
  const isAnswerOther = original.isByPlan && played.isByPlan && original.answer !== played.answer;
  return isAnswerOther ? { verdict: 'otherRequest', summary: 'another answer' } : same;
}

const outcomeFails = (original: Original, { outcome }: Played): boolean =>
  outcome !== null && hasFailed(outcome) && !hasFailed(original.outcome);

const isInOrder = ({ requests }: Original, played: Played): boolean =>
  played.requests.every(({ call }, index) => requests?.[index]?.exchange?.digest === digestOfCall(call));

const summaryOf = (requests: readonly Paired[]): string => {
  const [first] = requests.filter(({ pair }) => !pair.isSame);
  if (first === undefined) return 'the same';
  const { name, pair } = first;
  if (pair.was === null) return `${name}: would be sent`;
  return pair.now === null ? `${name}: would not be sent` : `${name}: ${pair.differences.join(', ')}`;
};

interface Paired {
  /** Such as `POST api.example.com`. */
  readonly name: string;
  readonly isWriting: boolean;
  readonly pair: RequestPair;
}

/** Equal ones first, then those with the same target, then those of the same kind; the order is that of the rehearsal, with what is no longer sent last. */
function pairsOf(recorded: readonly RecordedRequest[], played: readonly PlayedRequest[]): readonly Paired[] {
  const sides = recorded.map((one) => ({ one, side: recordedSide(one), digest: one.exchange?.digest }));
  const left = new Set(sides);
  const found = new Map<PlayedRequest, (typeof sides)[number]>();
  const closeness = [
    (side: (typeof sides)[number], call: CapabilityCall) => side.digest === digestOfCall(call),
    ({ side }: (typeof sides)[number], call: CapabilityCall) => isOfTarget(side, plannedSide(call)),
    ({ side }: (typeof sides)[number], call: CapabilityCall) => side.title === plannedSide(call).title,
  ];
  for (const isClose of closeness)
    for (const request of played.filter((one) => !found.has(one))) {
      const match = [...left].find((side) => isClose(side, request.call));
      if (match === undefined) continue;
      found.set(request, match);
      left.delete(match);
    }
  return [
    ...played.map((request) => paired(request, found.get(request))),
    ...[...left].map(({ side }) => ({
      name: nameOf(side),
      isWriting: side.title !== 'GET',
      pair: { was: shown(side), now: null, isSame: false, differences: [], heard: null },
    })),
  ];
}

function paired(
  { call, heard }: PlayedRequest,
  recorded: { readonly side: RequestSide; readonly digest: string | undefined } | undefined,
): Paired {
  const now = plannedSide(call);
  const was = recorded?.side ?? null;
  const isSame = recorded?.digest === digestOfCall(call);
  return {
    name: nameOf(now),
    isWriting: isWritingCall(call),
    pair: {
      was: was && shown(was),
      now: shown(isSame && was !== null ? { ...now, outcome: was.outcome } : now),
      isSame,
      differences: isSame || was === null ? [] : [...differencesOf(was, now)],
      heard: heard.kind === 'told' ? heard.how : null,
    },
  };
}

const shown = (side: RequestSide): RequestSide => ({
  ...side,
  body: side.body === null ? null : recordedBody(side.body),
});

/** Such as `POST api.example.com`: without a value of the delivery. */
export const nameOf = ({ title, target }: Pick<RequestSide, 'title' | 'target'>): string =>
  `${title} ${URL.parse(target)?.host ?? target.replace(/^.*@/, '')}`;

const isOfTarget = (was: RequestSide, now: RequestSide): boolean =>
  was.title === now.title && withoutQuery(was.target) === withoutQuery(now.target);

const withoutQuery = (target: string): string => target.replace(/\?.*$/s, '');

export function recordedSide({ step, exchange }: RecordedRequest): RequestSide {
  const { title, target, outcome, details } = shownAct(step);
  const body = step.kind === 'request' ? step.requestBody : textOf(details);
  const url = step.kind === 'request' ? `https://${target}` : target;
  return { title, target: exchange?.url ?? url, body, outcome };
}

export function plannedSide(call: CapabilityCall): RequestSide {
  const capability = capabilityOf(call);
  if (call.name === 'http_request')
    return {
      title: call.method,
      target: URL.parse(call.url)?.href ?? call.url,
      body: call.body ?? null,
      outcome: null,
    };
  if (capability.kind !== 'request') throw new TypeError('It is no request.');
  const step = capability.stepWithoutResult(call, { outcome: 'waiting', error: null });
  const { title, target, details } = shownAct({ ...step, startedAt: '' } as never);
  return { title, target, body: textOf(details), outcome: null };
}

const textOf = (details: readonly { readonly label: string; readonly value: string }[]): string =>
  details.map(({ label, value }) => `${label}: ${value}`).join('\n');
