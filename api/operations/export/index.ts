import { exportWorkspace } from './export-workspace.ts';

/** In the order of the reference. */
export const exportOperations = [exportWorkspace] as const;
