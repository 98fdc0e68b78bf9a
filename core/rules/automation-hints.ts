import { type SavedTexts, unreadFilter, unreadInstructions } from './automation-understood.ts';
import { isForRules } from './decide.ts';

/**
 * The hints for the owner of an automation without a model before its first delivery; none where all is data. `remedy`: another
 * help, such as `MODEL is set`.
 */
export function offlineHints(
  { instructions, filter, condition, proposal, plan, sender, answerSchema }: SavedTexts,
  remedy: string,
): readonly string[] {
  const ends = (until: string) => `Runs will end as needs_model until ${until} or ${remedy}.`;
  const hints: string[] = [];
  if (!isForRules(plan) && answerSchema !== null)
    hints.push(`Offline rules write no JSON of an \`answerSchema\`. ${ends('a plan is saved')}`);
  else if (!isForRules(plan)) {
    const { problem, count } = unreadInstructions(instructions, sender);
    hints.push(
      `${problem} ${ends(count === 1 ? 'the sentence is spelled out' : 'the sentences are spelled out')}`,
    );
  }
  if (filter !== null && condition === null) {
    const { problem, count } = unreadFilter(filter, sender);
    const until = count === 0 ? 'a condition is saved' : 'the filter is spelled out';
    hints.push(`${proposal?.problem ?? problem} ${ends(until)}`);
  }
  return hints;
}
