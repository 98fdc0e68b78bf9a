import type { AnswerTo } from '#api/routing/call-operation.ts';

/** An automation as the management API answers it. */
export type ShownAutomation = AnswerTo<'readAutomation'>;

/** How the texts of one are understood, stored or not. */
export type ReadTexts = AnswerTo<'understandDraft'>;
