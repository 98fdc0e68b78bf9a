import { verdicts, type RehearsalVerdict } from '#contracts/rehearsal.ts';
import { idParam } from '#api/operations/path-params.ts';
import type { AnswerTo } from '#api/routing/call-operation.ts';
import { automationPath } from '../automations/automation-path.ts';

export const rehearsalPath = (id: string): string => `/console/rehearsals/${id}`;
export const rehearsalParams = { rehearsalId: idParam('rehearsal') };

/** The rehearsals of an automation, and the form that starts one. */
export const rehearsalsPath = (automationId: string): string => `${automationPath(automationId)}/rehearsals`;

/** A rehearsal as the management API answers it. */
export type ShownRehearsal = AnswerTo<'readRehearsal'>;
export type ShownPlay = ShownRehearsal['items'][number];

/** The verdicts as people read them after a number. */
export const verdictWords: Readonly<Record<RehearsalVerdict, string>> = {
  same: 'the same',
  otherRequest: 'different',
  newlyRun: 'newly run',
  newlySkipped: 'newly skipped',
  fails: 'would fail',
  unknown: 'unknown',
};

export const isVerdict = (name: string | undefined): name is RehearsalVerdict =>
  name !== undefined && Object.hasOwn(verdicts, name);
