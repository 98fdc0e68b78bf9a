import { downloadUsage } from './download-usage.ts';
import { showUsage } from './show-usage.ts';

export const usagePages = [showUsage, downloadUsage] as const;
