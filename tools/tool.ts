import type { z } from 'zod';

/** One entry of the catalogue. `P` is the zod object of its params; the main input is called `text`. */
export interface ToolDefinition<P extends z.ZodObject = z.ZodObject> {
  /** kebab-case, unique, never reused. */
  readonly id: string;
  readonly title: string;
  /** One sentence: what comes in, what comes out. */
  readonly summary: string;
  readonly params: P;
  /** Both documentation and test: `params` give exactly `result`. */
  readonly example: { readonly params: z.input<P>; readonly result: string };
  /** Pure; may throw DomainError. Runs in a worker thread that is ended after 2 s. */
  readonly run: (params: z.output<P>) => string | Promise<string>;
}

/** A tool whose params type was checked where it was defined and is forgotten, so that all fit one list. */
export type Tool = Omit<ToolDefinition, 'run' | 'example'> & {
  readonly example: { readonly params: Readonly<Record<string, unknown>>; readonly result: string };
  readonly run: (params: never) => string | Promise<string>;
};

/** Tools of one kind: a file in tools/text/. */
export interface ToolFamily {
  readonly id: string;
  readonly title: string;
  readonly tools: readonly Tool[];
}

/** Keeps the link between a tool's params and its function while it is written. */
export function defineTool<P extends z.ZodObject>(tool: ToolDefinition<P>): Tool {
  return tool;
}
