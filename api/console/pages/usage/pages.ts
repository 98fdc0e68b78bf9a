import { usageDownloads } from './download-usage.ts';
import { showUsage } from './show-usage.ts';

export const usagePages = [showUsage, ...usageDownloads] as const;
