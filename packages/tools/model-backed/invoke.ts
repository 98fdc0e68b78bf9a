import { ToolError } from '../tool-error.ts';
import { parseParams } from '../parse-params.ts';
import { withTimeout } from '../with-timeout.ts';
import { askModel } from './ask.ts';
import { BudgetSpentError, type Generate } from './generate.ts';
import type { ModelTool } from './model-tool.ts';
import { findModelTool, modelFamily } from './registry.ts';

const orList = new Intl.ListFormat('en', { type: 'disjunction' });

interface ModelToolsDeps {
  /** Absent if no model is configured: the tools are then known but unusable. */
  readonly generate?: Generate | undefined;
  /** Called when a model call fails; never receives caller text. */
  readonly onFailure?: (toolId: string, error: unknown) => void;
  readonly modelMsMax?: number;
}

export type ModelTools = ReturnType<typeof createModelTools>;

/** The model-backed tools. `invoke` throws ToolError INVALID_REQUEST or MODEL_UNAVAILABLE. */
export function createModelTools({ generate, onFailure = () => {}, modelMsMax = 20_000 }: ModelToolsDeps) {
  async function invoke(id: string, params: unknown): Promise<string> {
    const tool = findModelTool(id);
    if (tool === undefined) throw new Error(`${id} is no tool of a model.`);
    const parsed = parseParams(tool, params);
    if (!generate) throw withoutModel(tool);
    try {
      return await withTimeout(modelMsMax, (signal) => askModel(tool, parsed, generate, signal));
    } catch (error) {
      onFailure(id, error);
      throw unavailable(tool, error);
    }
  }

  return {
    knows: (id: string) => findModelTool(id) !== undefined,
    /** Ids for suggestions; empty without a model. */
    usableIds: generate ? modelFamily.tools.map(({ id }) => id) : [],
    invoke,
  };
}

function withoutModel(tool: ModelTool): ToolError {
  const message = `${tool.id} needs a model, and this service has none.`;
  return new ToolError('MODEL_UNAVAILABLE', message, { hint: `Use ${alternativesOf(tool)}.` });
}

/** The cause goes to the log; the caller only gets the next step. */
function unavailable(tool: ModelTool, error: unknown): ToolError {
  const [message, step] = reasonOf(error);
  return new ToolError('MODEL_UNAVAILABLE', message, { hint: `${step}, or use ${alternativesOf(tool)}.` });
}

function reasonOf(error: unknown): readonly [message: string, step: string] {
  if (error instanceof BudgetSpentError)
    return ['The model calls of this day are used up.', 'Try again after midnight UTC'];
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return ['The model did not answer in time.', 'Try again later, with a shorter text if it is long'];
  return ['The model gave no usable answer.', 'Try again later'];
}

function alternativesOf({ alternatives }: ModelTool): string {
  return `${orList.format(alternatives)}, which ${alternatives.length === 1 ? 'needs' : 'need'} no model`;
}
