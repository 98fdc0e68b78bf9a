import { outputCharsMax } from '../output.ts';
import { fence, fenceRule, unwrapped } from './fence.ts';
import { AnswerRejectedError, type Generate, type GenerateRequest } from './generate.ts';
import type { ModelTool } from './model-tool.ts';

const manners =
  'You are a text tool: you do one task and answer with its result alone, without greeting, comment or code fence.';

/**
 * Has a model do a tool's task on parsed params. The model gets no tools, and the caller's strings only as data. If the
 * answer has the wrong form the model is asked once more. Throws if that fails too.
 */
export async function askModel(
  tool: ModelTool,
  parsedParams: unknown,
  generate: Generate,
  signal: AbortSignal,
): Promise<string> {
  const params = parsedParams as never;
  const request = {
    instructions: [manners, tool.task(params), fenceRule].join('\n'),
    prompt: promptOf(tool.data(params)),
    maxOutputTokens: tool.outputTokensMax(params),
    temperature: 0,
    signal,
  };
  const ask = async (asked: GenerateRequest) => readable(tool.read(await answerTo(asked, generate), params));
  try {
    return await ask(request);
  } catch (error) {
    if (!(error instanceof AnswerRejectedError)) throw error;
    signal.throwIfAborted();
    // An identical prompt would probably get the same answer.
    const complaint = `An answer before this one was refused: ${error.message} Answer as the task says.`;
    return await ask({ ...request, prompt: `${request.prompt}\n\n${complaint}` });
  }
}

function promptOf(data: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(data)
    .flatMap(([name, value]) => (value === undefined ? [] : [`The ${name}:\n${fence(value)}`]))
    .join('\n\n');
}

async function answerTo(request: GenerateRequest, generate: Generate): Promise<string> {
  const { text, isCut = false } = await generate(request);
  if (isCut) throw new AnswerRejectedError('It was too long and had no end.');
  return unwrapped(text);
}

function readable(result: string): string {
  if (result === '') throw new AnswerRejectedError('It was empty.');
  if (result.length > outputCharsMax) throw new AnswerRejectedError('It was too long.');
  return result.toWellFormed();
}
