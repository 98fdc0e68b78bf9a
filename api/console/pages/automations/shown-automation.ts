import type { OperationCalls } from '../../../routing/call-operation.ts';

/** An automation as the management API answers it. */
export type ShownAutomation = Awaited<ReturnType<OperationCalls['readAutomation']>>;

/** How the texts of one are understood, stored or not. */
export type ReadTexts = Awaited<ReturnType<OperationCalls['understandDraft']>>;
