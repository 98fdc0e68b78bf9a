import { classifyTools } from './classify.ts';
import { explainTools } from './explain.ts';
import { languageTools } from './language.ts';
import type { ModelTool } from './model-tool.ts';
import { rewriteTools } from './rewrite.ts';
import { summarizeTools } from './summarize.ts';

/** Every model-backed tool, in the order of the catalogue. To add one, add an entry to the list in its file. */
export const modelFamily = {
  id: 'model',
  title: 'Written by a model',
  tools: [...summarizeTools, ...rewriteTools, ...languageTools, ...classifyTools, ...explainTools],
} as const satisfies { readonly id: string; readonly title: string; readonly tools: readonly ModelTool[] };

const toolsById: ReadonlyMap<string, ModelTool> = new Map(
  modelFamily.tools.map((tool) => [tool.id, tool] as const),
);

export function findModelTool(id: string): ModelTool | undefined {
  return toolsById.get(id);
}
