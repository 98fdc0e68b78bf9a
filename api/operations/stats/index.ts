import { readAutomationStats } from './read-automation-stats.ts';
import { readStats } from './read-stats.ts';

export const statsOperations = [readAutomationStats, readStats] as const;
