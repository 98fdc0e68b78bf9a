import { changeAutomation } from './change-automation.ts';
import { confirmPlan } from './confirm-plan.ts';
import { createAutomation } from './create-automation.ts';
import { deleteAutomation } from './delete-automation.ts';
import { listActivity } from './list-activity.ts';
import { listAutomations } from './list-automations.ts';
import { listRevisions } from './list-revisions.ts';
import { listSkipped } from './list-skipped.ts';
import { pauseAutomation } from './pause-automation.ts';
import { readAutomation } from './read-automation.ts';
import { readRevision } from './read-revision.ts';
import { replayAutomation } from './replay-automation.ts';
import { resumeAutomation } from './resume-automation.ts';
import { runSkipped } from './run-skipped.ts';
import { sendDelivery } from './send-delivery.ts';
import { testFilter } from './test-filter.ts';
import { tryInstructions } from './try-instructions.ts';
import { understandDraft } from './understand-draft.ts';

/** In the order of the reference. */
export const automationOperations = [
  listAutomations,
  createAutomation,
  understandDraft,
  readAutomation,
  changeAutomation,
  deleteAutomation,
  listRevisions,
  readRevision,
  pauseAutomation,
  resumeAutomation,
  confirmPlan,
  testFilter,
  tryInstructions,
  sendDelivery,
  listActivity,
  replayAutomation,
  listSkipped,
  runSkipped,
] as const;
