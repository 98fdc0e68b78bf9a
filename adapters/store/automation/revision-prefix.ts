import { automationRecords } from '../records/automation.ts';

/** The prefix of the keys of an automation's revisions, for scripts that number them. */
export const revisionPrefix = (workspaceId: string, automationId: string): string =>
  automationRecords.revision.key(workspaceId, automationId, 0).slice(0, -1);
