import { exportCsv, exportJsonLines } from './export.ts';
import { askReplayAll, replayAll } from './replay-all.ts';
import { replayChosen } from './replay-chosen.ts';
import { showReplays } from './replay-progress.ts';
import { showActivity } from './show-activity.ts';
import { showRefused } from './show-refused.ts';
import { showReference, showReferenceOfQuery } from './show-reference.ts';

export const activityPages = [
  showActivity,
  exportCsv,
  exportJsonLines,
  replayChosen,
  askReplayAll,
  replayAll,
  showReplays,
  showRefused,
  showReference,
  showReferenceOfQuery,
] as const;
