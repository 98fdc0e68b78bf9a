import { invokeTool } from './invoke-tool.ts';
import { listTools } from './list-tools.ts';

/** In the order of the reference. */
export const toolOperations = [listTools, invokeTool] as const;
