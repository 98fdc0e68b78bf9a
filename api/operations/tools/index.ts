import { invokeTool } from './invoke-tool.ts';
import { listTools } from './list-tools.ts';

export const toolOperations = [listTools, invokeTool] as const;
