import { z } from 'zod';
import { textParam } from '../params.ts';
import type { Tool } from '../tool.ts';

/** A tool whose result a model writes. `P` is the zod object of its params; the main input is called `text`. */
interface ModelToolDefinition<P extends z.ZodObject> {
  /** kebab-case, unique among all tools, never reused. */
  readonly id: string;
  readonly title: string;
  /** One sentence: what comes in, what comes out. */
  readonly summary: string;
  readonly params: P;
  /** `result` is one that a model may write, in a form that `read` takes. */
  readonly example: { readonly params: z.input<P>; readonly result: string };
  /** Tools that come nearest and need no model; the hint of a refusal names them. */
  readonly alternatives: readonly [string, ...string[]];
  /** What to do and in which form. Our words and numbers alone: a caller's string is data, and never stands here. */
  readonly task: (params: z.output<P>) => string;
  /** The caller's strings, by the names that `task` gives them. Absent: the text. */
  readonly data?: (params: z.output<P>) => Readonly<Record<string, string | undefined>>;
  /** Absent: enough for a page. */
  readonly outputTokensMax?: (params: z.output<P>) => number;
  /** The result that an answer holds; throws AnswerRejectedError. Absent: the answer as it is. */
  readonly read?: (answer: string, params: z.output<P>) => string;
}

/** A model-backed tool whose params type was checked where it was defined and is forgotten, so that all fit one list. */
export interface ModelTool extends Pick<Tool, 'id' | 'title' | 'summary' | 'params' | 'example'> {
  readonly alternatives: readonly [string, ...string[]];
  readonly task: (params: never) => string;
  readonly data: (params: never) => Readonly<Record<string, string | undefined>>;
  readonly outputTokensMax: (params: never) => number;
  readonly read: (answer: string, params: never) => string;
}

/** A reasoning model thinks within the same limit, so even a word gets this many. */
const pageTokens = 1_500;
/** No model writes more within the time limit. */
const tokensMax = 8_000;

/** Fills in what most tools share, and refuses unknown params. */
export function defineModelTool<P extends z.ZodObject>(tool: ModelToolDefinition<P>): ModelTool {
  return {
    data: (params: z.output<P>) => ({ text: params['text'] as string }),
    outputTokensMax: () => pageTokens,
    read: (answer) => answer,
    ...tool,
    summary: `${tool.summary} A model does it: answers differ from call to call.`,
    params: tool.params.strict(),
  };
}

/** Room for a text of so many characters in any language; in some a character is more than a token. */
export function tokensFor(chars: number): number {
  return Math.min(tokensMax, pageTokens + 2 * chars);
}

/** Room for a result about as long as the text. */
export const tokensForText = ({ text }: { readonly text: string }): number => tokensFor(text.length);

/** Fits the context of every model, with its answer. */
const modelTextCharsMax = 20_000;

const isWritten = (text: string) => text.trim() !== '';
const blank = 'must not be blank';

/** The text that a model works on: never blank, as models make something up then. */
export function modelTextParam(description = 'The text to work on.') {
  return textParam(description, modelTextCharsMax)
    .refine(isWritten, blank)
    .meta({ description, minLength: 1 });
}

/** A few words of the caller's on one line, such as a tone or a language. */
export function phraseParam(description: string, charsMax = 100) {
  return z
    .string()
    .max(charsMax)
    .overwrite((phrase) => phrase.toWellFormed().replaceAll(/\s+/g, ' ').trim())
    .refine(isWritten, blank)
    .meta({ description, minLength: 1 });
}
