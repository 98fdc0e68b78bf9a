import type { AnswerTo } from '../../routing/call-operation.ts';

/** How long deliveries are kept. */
export const keptSentence = ({ deliveriesKeptDays }: Pick<AnswerTo<'readWorkspace'>, 'deliveriesKeptDays'>) =>
  `A delivery is kept for ${deliveriesKeptDays === 1 ? 'a day' : `${deliveriesKeptDays} days`} after it arrived.`;
