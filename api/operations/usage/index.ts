import { listUsage } from './list-usage.ts';
import { readUsage } from './read-usage.ts';

/** In the order of the reference. */
export const usageOperations = [listUsage, readUsage] as const;
