import type { Resolve } from './pipeline.ts';
import type { Tool, ToolFamily } from './tool.ts';

/** Loads a file of tools. `resolve` is for the tool that calls others. */
export type LoadFile = (resolve: Resolve) => Promise<{ readonly tools: readonly Tool[] }>;

export type FamilyFiles = Omit<ToolFamily, 'tools'> & { readonly files: readonly LoadFile[] };
