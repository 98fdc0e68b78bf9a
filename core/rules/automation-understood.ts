import type { AnswerSchema } from '#contracts/answer-schema.ts';
import type { StoredCondition, StoredProposal } from '#contracts/condition.ts';
import type { Understood } from '#contracts/understood.ts';
import { readEnglishCondition } from './english-condition.ts';
import { readEnglishPlan } from './english-plan.ts';
import { plainCondition } from './judge-condition.ts';
import { quotedList, shorten } from './language/quote.ts';
import { type Expecting, expectedByPlan } from './unmet-expectation.ts';

export interface SavedTexts extends Expecting {
  readonly answerSchema: AnswerSchema | null;
  readonly instructions: string;
  readonly filter: string | null;
  readonly condition: StoredCondition | null;
  readonly proposal: StoredProposal | null;
  readonly sender: string;
}

/** How the texts of an automation are understood. `runsByPlan`: its plan is carried out as it stands. */
export function understandAutomation(texts: SavedTexts, runsByPlan: boolean): Understood {
  const { instructions, sender } = texts;
  const read = readEnglishPlan(instructions, { samples: [], sender });
  const expects = expectedByPlan(texts);
  return {
    filter: understandFilter(texts),
    sentences: read.sentences.map(({ text, does }) => ({
      text,
      does,
      needsModel: does === null && !runsByPlan,
    })),
    ...(expects.length > 0 && { expects: [...expects] }),
  };
}

function understandFilter({ filter, condition, proposal, sender }: SavedTexts): Understood['filter'] {
  if (condition !== null)
    return { plain: plainCondition(condition), condition: condition.text, needsModel: false };
  if (filter === null) return null;
  if (proposal?.filter !== filter)
    return { plain: null, condition: null, needsModel: true, problem: unreadFilter(filter, sender).problem };
  const { condition: proposed, problem } = proposal;
  return {
    plain: proposed === null ? null : plainCondition(proposed),
    condition: proposed?.text ?? null,
    ...(proposed !== null && proposed.by !== 'owner' && { proposedBy: proposed.by }),
    problem,
    needsModel: true,
  };
}

/** Why English is no data, as a sentence, and how many sentences are not understood. */
interface Unread {
  readonly problem: string;
  readonly count: number;
}

export function unreadFilter(filter: string, sender: string): Unread {
  const read = readEnglishCondition(filter, { samples: [], sender });
  if (read.state === 'understood')
    return { problem: 'The condition of the filter is not adopted.', count: 0 };
  const nearest = read.nearest === null ? null : `Did you mean "${read.nearest}"?`;
  return unreadOf('Offline rules do not understand the filter', { ...read, nearest });
}

export function unreadInstructions(instructions: string, sender: string): Unread {
  const read = readEnglishPlan(instructions, { samples: [], sender });
  if (read.state === 'understood') return { problem: 'The instructions have no plan.', count: 0 };
  return unreadOf('Offline rules do not understand', read);
}

const sentenceCharsMax = 200;

const listed = (texts: readonly string[]): string =>
  quotedList(texts.map((text) => shorten(text, sentenceCharsMax)));

const unreadOf = (
  opening: string,
  { notUnderstood, nearest }: { readonly notUnderstood: readonly string[]; readonly nearest: string | null },
): Unread => ({
  problem: `${opening}: ${listed(notUnderstood)}.${nearest === null ? '' : ` ${nearest}`}`,
  count: notUnderstood.length,
});
