import { exportCsv, exportJsonLines } from './export.ts';
import { replayChosen } from './replay-chosen.ts';
import { showActivity } from './show-activity.ts';
import { showReference, showReferenceOfQuery } from './show-reference.ts';

/** The pages of all deliveries. */
export const activityPages = [
  showActivity,
  exportCsv,
  exportJsonLines,
  replayChosen,
  showReference,
  showReferenceOfQuery,
] as const;
