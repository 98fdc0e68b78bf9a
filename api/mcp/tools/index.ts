import type { McpTool } from '../mcp-tool.ts';
import { publicTools } from './public.ts';
import { changingTools, readingTools } from './workspace.ts';

export const mcpTools: readonly McpTool[] = [...publicTools, ...readingTools, ...changingTools];
