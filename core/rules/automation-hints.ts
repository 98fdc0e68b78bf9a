import { type SavedTexts, unreadFilter, unreadInstructions } from './automation-understood.ts';

/**
 * What the owner of an automation without a model should know before its first delivery; empty where all is data. `remedy`: what
 * else would help, such as `MODEL is set`.
 */
export function offlineHints(
  { instructions, filter, condition, proposal, plan, sender }: SavedTexts,
  remedy: string,
): readonly string[] {
  const ends = `Runs will end as needs_model until it is spelled out or ${remedy}.`;
  const problems = [
    ...(plan === null ? [unreadInstructions(instructions, sender)] : []),
    ...(filter !== null && condition === null ? [proposal?.problem ?? unreadFilter(filter, sender)] : []),
  ];
  return problems.map((problem) => `${problem} ${ends}`);
}
