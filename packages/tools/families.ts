import { codes } from './families/codes.ts';
import { data } from './families/data.ts';
import { texts } from './families/texts.ts';
import { values } from './families/values.ts';
import type { Resolve } from './pipeline.ts';
import type { Tool, ToolFamily } from './tool.ts';

/** Loads a file of tools. `resolve` is for the tool that calls others. */
export type LoadFile = (resolve: Resolve) => Promise<{ readonly tools: readonly Tool[] }>;

export type FamilyFiles = Omit<ToolFamily, 'tools'> & { readonly files: readonly LoadFile[] };

/** Every family, in the order of the catalogue. A file is loaded when one of its tools runs, or all at once. */
export const familyFiles: readonly FamilyFiles[] = [...texts, ...codes, ...data, ...values];
