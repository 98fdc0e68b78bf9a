import { z } from 'zod';
import { assertOutputFits } from './output.ts';
import { textCharsMax, textParam } from './params.ts';
import { parseParams } from './parse-params.ts';
import { invalid, overLimit } from './refuse.ts';
import type { ResolvedCall } from './resolve-call.ts';
import { runTool } from './run-tool.ts';
import { defineTool, type Tool } from './tool.ts';
import { ToolError } from './tool-error.ts';

const stepsMax = 20;
const pipelineId = 'pipeline';

const Step = z
  .object({
    tool: z.string().min(1).max(100).describe('The id of a tool.'),
    params: z.record(z.string(), z.unknown()).default({}).describe('Its other params.'),
    input: z
      .string()
      .max(100)
      .optional()
      .describe('The param that takes the result of the step before; text, or the first that is required.'),
  })
  .strict();
type Step = z.output<typeof Step>;

export type Resolve = (id: string, params: unknown) => Promise<ResolvedCall | undefined>;

function inputOf({ params: { shape } }: Tool, { input, tool }: Step): string {
  const names = Object.keys(shape);
  if (input !== undefined) {
    if (names.includes(input)) return input;
    throw invalid(`${JSON.stringify(input)} is no param of ${tool}.`);
  }
  const first = names.includes('text')
    ? 'text'
    : names.find((name) => !shape[name]?.safeParse(undefined).success);
  if (first === undefined) throw invalid(`${tool} takes no input; it can only begin a pipeline of its own.`);
  return first;
}

/** The number of characters in all texts of the params. */
function charsIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, member) => sum + charsIn(member), 0);
}

/** Names the step in what its tool refuses. */
function ofStep(error: unknown, { tool }: Step, number: number): unknown {
  if (!(error instanceof ToolError)) return error;
  const details = error.hint === undefined ? {} : { hint: error.hint };
  return new ToolError(error.code, `Step ${number} (${tool}): ${error.message}`, details);
}

async function runStep(step: Step, text: string, resolve: Resolve): Promise<string> {
  const call = await resolve(step.tool, step.params);
  if (call === undefined)
    throw new ToolError('UNKNOWN_TOOL', 'there is no such tool that needs no model.', {
      hint: 'GET /api/tools lists every tool.',
    });
  if (call.tool.id === pipelineId) throw invalid('a pipeline cannot contain another.');
  const params = { ...(call.params as object), [inputOf(call.tool, step)]: text };
  return runTool(call.tool, parseParams(call.tool, params));
}

async function runPipeline(text: string, steps: readonly Step[], resolve: Resolve): Promise<string> {
  if (text.length + charsIn(steps.map(({ params }) => params)) > textCharsMax)
    throw overLimit(`text and the params of all steps have more than ${textCharsMax} characters in all.`);
  let result = text;
  let chars = 0;
  for (const [index, step] of steps.entries()) {
    try {
      result = await runStep(step, result, resolve);
      chars += result.length;
      assertOutputFits(chars);
    } catch (error) {
      throw ofStep(error, step, index + 1);
    }
  }
  return result;
}

/** Tools one after the other in one call, within the limits of one call: the time and the characters of all count. */
export function createPipelineTools(resolve: Resolve): { readonly tools: readonly Tool[] } {
  const tool = defineTool({
    id: pipelineId,
    title: 'Pipeline',
    summary: `Runs up to ${stepsMax} tools one after the other, each on the result of the one before.`,
    params: z.object({
      text: textParam('The input of the first step.'),
      steps: z.array(Step).min(1).max(stepsMax).describe('The tools, in order.'),
    }),
    example: {
      params: {
        text: 'ada@example.com, bob@example.org, ada@example.com',
        steps: [{ tool: 'extract-emails' }, { tool: 'sort-lines', params: { order: 'desc' } }],
      },
      result: 'bob@example.org\nada@example.com',
    },
    isHeavy: true,
    run: ({ text, steps }) => runPipeline(text, steps, resolve),
  });
  return { tools: [tool] };
}
