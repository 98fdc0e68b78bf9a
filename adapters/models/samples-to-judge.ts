import type { ProposalSample } from '#contracts/proposal.ts';
import type { FilterVerdict, TurnDelivery } from '#contracts/turn.ts';

const judgedMax = 5;
const verdicts: readonly FilterVerdict['verdict'][] = ['run', 'skip', 'needs_model'];

/**
 * The samples that tell most about a condition: some on which it says yes, some no and some nothing, in turn, and of each
 * different kinds of events first.
 */
export function samplesToJudge(
  samples: readonly ProposalSample[],
  verdictOf: (delivery: TurnDelivery) => FilterVerdict['verdict'],
): readonly ProposalSample[] {
  const groups = verdicts.map((verdict) =>
    kindsFirst(samples.filter(({ delivery }) => verdictOf(delivery) === verdict)),
  );
  const rounds = samples.map((_, round) => groups.flatMap((group) => group.slice(round, round + 1)));
  return rounds.flat().slice(0, judgedMax);
}

function kindsFirst(samples: readonly ProposalSample[]): readonly ProposalSample[] {
  const isFirst = ({ delivery }: ProposalSample, index: number): boolean =>
    samples.findIndex((other) => other.delivery.eventName === delivery.eventName) === index;
  return [...samples.filter(isFirst), ...samples.filter((sample, index) => !isFirst(sample, index))];
}
