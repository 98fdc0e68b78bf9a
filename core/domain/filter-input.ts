import type { Revision } from '#contracts/automation.ts';
import type { FilterInput } from '#contracts/turn.ts';

type Texts = Pick<Revision, 'filter' | 'condition'>;

/** The filter and the condition of a revision, as models take them. */
export const filterInput = ({ filter, condition }: Texts): Pick<FilterInput, 'filter' | 'condition'> => ({
  filter: filter ?? condition?.text ?? '',
  condition: condition === null ? null : { ...condition, english: filter },
});

export const hasNoFilter = ({ filter, condition }: Texts): boolean => filter === null && condition === null;
