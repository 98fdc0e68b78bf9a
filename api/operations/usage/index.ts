import { listUsage } from './list-usage.ts';
import { readUsage } from './read-usage.ts';

export const usageOperations = [listUsage, readUsage] as const;
