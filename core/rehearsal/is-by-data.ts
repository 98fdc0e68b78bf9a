import type { Revision } from '#contracts/automation.ts';
import { hasNoFilter } from '#domain/filter-input.ts';

/** Whether filter and instructions of a revision are data, so that a model is asked only where they are unknown on a delivery. */
export const isByData = (revision: Pick<Revision, 'filter' | 'condition' | 'plan'>): boolean =>
  (hasNoFilter(revision) || revision.condition !== null) && revision.plan?.isConfirmed === true;
