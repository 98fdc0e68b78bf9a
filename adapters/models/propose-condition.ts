import type { ConditionProposal, ConditionProposalInput, ProposalSample } from '#contracts/proposal.ts';
import { conditionDialect } from '#rules/condition.ts';
import { judgeCondition, matchedByVerdict } from '#rules/judge-condition.ts';
import { untestedPart } from '#rules/untested-part.ts';
import { askQuestions } from './ask-questions.ts';
import { askReader } from './filter-reader.ts';
import { listParts } from './list-parts.ts';
import type { LoadedModel } from './loaded-model.ts';
import { createProposalCalls, type ProposalCalls } from './proposal-calls.ts';
import { samplesToJudge } from './samples-to-judge.ts';
import { writeCondition } from './write-condition.ts';

type Judged = Pick<ConditionProposal, 'state' | 'problem'>;

/**
 * A condition for a filter in English, checked on samples: it is compared with what the model itself says of them by the
 * English. Throws ModelFailure as long as nothing is paid.
 */
export async function proposeCondition(
  loaded: LoadedModel,
  input: ConditionProposalInput,
): Promise<ConditionProposal> {
  const calls = createProposalCalls(loaded, input.signal);
  const written = await writeCondition(loaded, input, calls);
  if ('problem' in written) return { state: 'unreadable', condition: null, ...written, ...calls.total() };
  const { condition } = written;
  const judged = await judgeSamples(loaded, condition, input, calls);
  return { ...judged, condition, ...calls.total() };
}

/** The first disagreement, else the first doubt. */
async function judgeSamples(
  loaded: LoadedModel,
  condition: string,
  input: ConditionProposalInput,
  calls: ProposalCalls,
): Promise<Judged> {
  if (input.samples.length === 0) return { state: 'waits', problem: null };
  const stored = { dialect: conditionDialect, text: condition };
  const chosen = samplesToJudge(input.samples, (delivery) => judgeCondition(stored, delivery).verdict);
  const judged = await Promise.all([
    ...chosen.map((sample) => judgeSample(loaded, { ...input, stored, sample }, calls)),
    judgeParts(loaded, condition, input, calls),
  ]);
  const worst = ['differs', 'unsure'].flatMap((state) => judged.filter((each) => each.state === state));
  return worst[0] ?? { state: 'holds', problem: null };
}

interface SampleInput extends ConditionProposalInput {
  readonly stored: Parameters<typeof judgeCondition>[0];
  readonly sample: ProposalSample;
}

async function judgeSample(
  loaded: LoadedModel,
  { english, clock, nonce, signal, stored, sample }: SampleInput,
  { call }: ProposalCalls,
): Promise<Judged> {
  const { delivery, deliveryId } = sample;
  const unsure = (problem: string): Judged => ({ state: 'unsure', problem });
  // As a run of it would have had it.
  const asking = {
    clock: { ...clock, now: new Date(delivery.receivedAt) },
    delivery,
    nonce,
    ...(signal && { signal }),
  };
  const read = await call(() => askReader(loaded, english, asking));
  if ('problem' in read) return unsure(`Delivery ${deliveryId} was not judged: ${read.problem}`);
  if (read.isUnsure) return unsure(`The model is not sure about delivery ${deliveryId}: ${read.reason}`);
  let outcome = judgeCondition(stored, delivery);
  if (outcome.asks.length > 0) {
    const { asks } = outcome;
    const asked = await call(() => askQuestions(loaded, asks, asking));
    if ('problem' in asked) return unsure(`Delivery ${deliveryId} was not judged: ${asked.problem}`);
    outcome = judgeCondition(stored, delivery, asked.answers);
  }
  const matched = matchedByVerdict[outcome.verdict];
  if (matched === null)
    return unsure(`The condition is unknown on delivery ${deliveryId}: ${outcome.evidence}.`);
  if (matched === read.matches) return { state: 'holds', problem: null };
  return {
    state: 'differs',
    problem: `On delivery ${deliveryId} the condition says ${yesOrNo(matched)} (${outcome.evidence}), and the model by the filter ${yesOrNo(read.matches)} (${read.reason}).`,
  };
}

/** The samples may not tell half a filter from the whole one. */
async function judgeParts(
  loaded: LoadedModel,
  condition: string,
  input: ConditionProposalInput,
  { call }: ProposalCalls,
): Promise<Judged> {
  const listed = await call(() => listParts(loaded, input));
  if ('problem' in listed)
    return { state: 'unsure', problem: `The tests of the filter were not listed: ${listed.problem}` };
  if (listed.parts.length === 0)
    return { state: 'unsure', problem: 'The model found no test in the filter.' };
  const samples = input.samples.map(({ delivery }) => delivery);
  const untested = untestedPart(condition, listed.parts, samples);
  if (untested === null) return { state: 'holds', problem: null };
  const places = untested.places.length === 0 ? '' : ` (${untested.places.join(', ')})`;
  return {
    state: 'differs',
    problem: `The condition does not test ${JSON.stringify(untested.part)}${places}.`,
  };
}

const yesOrNo = (matched: boolean): string => (matched ? 'yes' : 'no');
