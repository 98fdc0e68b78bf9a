import type { z } from 'zod';
import type { ResultType } from './result-type.ts';

/** One entry of the catalogue. `P` is the zod object of its params; the main input is called `text`. */
export interface ToolDefinition<P extends z.ZodObject = z.ZodObject> {
  /** kebab-case, unique, never reused. */
  readonly id: string;
  /** Default: the words of the id. */
  readonly title?: string;
  /** One sentence: what comes in, what comes out. */
  readonly summary: string;
  /** Made strict by `defineTool`; its output must be plain data, because it may be posted to a thread. */
  readonly params: P;
  /** Both documentation and test: `params` produce exactly `result`. */
  readonly example: { readonly params: z.input<P>; readonly result: string };
  /** How a program reads the result, where summary and example do not show it. */
  readonly resultType?: ResultType;
  /**
   * Up to this many characters in all params together (a number counts as so many) the tool is linear and takes
   * well under a millisecond, so it runs in the calling thread. Absent: always in a worker thread. Never for a tool
   * that takes a pattern or a program from the caller.
   */
  readonly inlineCharsMax?: number;
  /** Superlinear in its input: calls that do not run inline always use a background thread. */
  readonly isHeavy?: boolean;
  /** Pure; may throw ToolError. Its worker thread is terminated after 2 s. */
  readonly run: (params: z.output<P>) => string | Promise<string>;
}

/** A tool with its params type erased, so that all fit in one list. */
export type Tool = Omit<ToolDefinition, 'run' | 'example' | 'title'> & {
  readonly title: string;
  readonly example: { readonly params: Readonly<Record<string, unknown>>; readonly result: string };
  readonly run: (params: never) => string | Promise<string>;
};

/** Tools of one kind: the lists of one or more files in packages/tools/text/. */
export interface ToolFamily {
  readonly id: string;
  readonly title: string;
  readonly tools: readonly Tool[];
}

/** Enough for the texts people type, and small enough for the calling thread. */
export const inlineChars = 10_000;

/** Type-checks `run` against `params`; unknown params are refused. */
export function defineTool<P extends z.ZodObject>(tool: ToolDefinition<P>): Tool {
  const words = tool.id.replaceAll('-', ' ');
  const { title = words.charAt(0).toUpperCase() + words.slice(1) } = tool;
  return { ...tool, title, params: tool.params.strict() };
}

/** A tool that runs in the calling thread for the texts that people type. */
export const defineQuickTool = <P extends z.ZodObject>(tool: ToolDefinition<P>): Tool =>
  defineTool({ inlineCharsMax: inlineChars, ...tool });
