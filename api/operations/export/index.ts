import { exportWorkspace } from './export-workspace.ts';

export const exportOperations = [exportWorkspace] as const;
