import { readAutomationStats } from './read-automation-stats.ts';
import { readStats } from './read-stats.ts';

/** In the order of the reference. */
export const statsOperations = [readAutomationStats, readStats] as const;
