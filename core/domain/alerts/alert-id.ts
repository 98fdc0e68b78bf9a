import { shortDigest } from '../digest.ts';

/** The id of the alert of a rule for a cause: the same cause never makes two. */
export const alertIdOf = (ruleId: string, cause: string): string =>
  `alt_${shortDigest(JSON.stringify([ruleId, cause]))}`;

export const alertWorkflowId = (alertId: string): string => `alert/${alertId}`;
