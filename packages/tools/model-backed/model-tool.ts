import { z } from 'zod';
import { textParam } from '../params.ts';
import type { Tool } from '../tool.ts';

/** A tool whose result is written by a model. `P` is the zod object of its params; the main input is called `text`. */
interface ModelToolDefinition<P extends z.ZodObject> {
  /** kebab-case, unique among all tools, never reused. */
  readonly id: string;
  readonly title: string;
  /** One sentence: what comes in, what comes out. */
  readonly summary: string;
  readonly params: P;
  /** `result` is a possible result, in a form that `read` accepts. */
  readonly example: { readonly params: z.input<P>; readonly result: string };
  /** The closest tools that need no model, for the hint of a refusal. */
  readonly alternatives: readonly [string, ...string[]];
  /** The task and the form of the answer. Must never contain a caller's string: those are data. */
  readonly task: (params: z.output<P>) => string;
  /** The caller's strings, by the names `task` uses for them. Default: the text. */
  readonly data?: (params: z.output<P>) => Readonly<Record<string, string | undefined>>;
  /** Default: enough for a page. */
  readonly outputTokensMax?: (params: z.output<P>) => number;
  /** Extracts the result from an answer; throws AnswerRejectedError. Default: the answer unchanged. */
  readonly read?: (answer: string, params: z.output<P>) => string;
}

/** A model-backed tool with its params type erased, so that all fit in one list. */
export interface ModelTool extends Pick<Tool, 'id' | 'title' | 'summary' | 'params' | 'example'> {
  readonly alternatives: readonly [string, ...string[]];
  readonly task: (params: never) => string;
  readonly data: (params: never) => Readonly<Record<string, string | undefined>>;
  readonly outputTokensMax: (params: never) => number;
  readonly read: (answer: string, params: never) => string;
}

/** Minimum even for a one-word answer, because reasoning tokens count towards the limit. */
const pageTokens = 1_500;
/** No model produces more within the time limit. */
const tokensMax = 8_000;

/** Applies the defaults and refuses unknown params. */
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

/** Token limit for a text of `chars` characters in any language; in some a character takes more than one token. */
export function tokensFor(chars: number): number {
  return Math.min(tokensMax, pageTokens + 2 * chars);
}

/** Token limit for a result about as long as the text. */
export const tokensForText = ({ text }: { readonly text: string }): number => tokensFor(text.length);

/** Fits the context of every model, with its answer. */
const modelTextCharsMax = 20_000;

const isWritten = (text: string) => text.trim() !== '';
const blank = 'must not be blank';

/** The text a model works on. Must not be blank, because models then invent something. */
export function modelTextParam(description = 'The text to work on.') {
  return textParam(description, modelTextCharsMax)
    .refine(isWritten, blank)
    .meta({ description, minLength: 1 });
}

/** A short single-line string, such as a tone or a language. */
export function phraseParam(description: string, charsMax = 100) {
  return z
    .string()
    .max(charsMax)
    .overwrite((phrase) => phrase.toWellFormed().replaceAll(/\s+/g, ' ').trim())
    .refine(isWritten, blank)
    .meta({ description, minLength: 1 });
}
