import { buildCatalogue } from '../catalogue.ts';
import { parseParams } from '../parse-params.ts';
import { loadTextTools, type TextTools } from '../registry.ts';
import { runTool } from '../run-tool.ts';
import { ToolError } from '../tool-error.ts';
import type { Tool } from '../tool.ts';
import { readFlags } from './read-flags.ts';

interface CommandInput {
  /** A tool's id and its flags. */
  readonly args: readonly string[];
  /** Reads stdin to its end; called only if the tool takes a text that no flag provides. */
  readonly readStdin: () => Promise<string>;
}

interface CommandEnd {
  readonly exitCode: 0 | 1;
  readonly stdout: string;
  readonly stderr: string;
}

const usage =
  'Usage: npm run -s tool -- <id> [--param value …] [--params \'{"param": "value"}\'], the text on stdin.\n';

/** Runs one text tool as a program: its text from stdin, its result on stdout, a refusal on stderr with exit code 1. */
export async function runCommand({ args, readStdin }: CommandInput): Promise<CommandEnd> {
  const [id, ...flags] = args;
  const { families, findCall, nearestToolIds } = await loadTextTools();
  if (id === undefined) return { exitCode: 0, stdout: listOfTools(families), stderr: '' };
  const call = findCall(id, {});
  if (call === undefined)
    return failed(
      `There is no tool ${JSON.stringify(id)}. The nearest are ${nearestToolIds(id).join(', ')}.`,
    );
  try {
    const { tool, params: meant } = call;
    const params = await paramsOf(tool, flags, readStdin);
    const result = await runTool(tool, parseParams(tool, { ...(meant as object), ...params }));
    return { exitCode: 0, stdout: result.endsWith('\n') ? result : `${result}\n`, stderr: '' };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return failed(error.hint === undefined ? error.message : `${error.message}\n${error.hint}`);
  }
}

async function paramsOf(
  tool: Tool,
  flags: readonly string[],
  readStdin: () => Promise<string>,
): Promise<Record<string, unknown>> {
  const params = readFlags(tool, flags);
  if (!('text' in tool.params.shape) || 'text' in params) return params;
  // The final line break of `echo` and of files is not part of the text.
  return { text: (await readStdin()).replace(/\r?\n$/, ''), ...params };
}

function failed(message: string): CommandEnd {
  return { exitCode: 1, stdout: '', stderr: `${message}\n` };
}

function listOfTools(families: TextTools['families']): string {
  const { items } = buildCatalogue(families);
  const width = Math.max(...items.map(({ id }) => id.length));
  const sections = families.map(({ id, title }) => {
    const tools = items.filter(({ family }) => family === id);
    return [title, ...tools.map((tool) => `  ${tool.id.padEnd(width)}  ${tool.summary}`)].join('\n');
  });
  return `${usage}\n${sections.join('\n\n')}\n`;
}
