import { z } from 'zod';

/** A text tool as an agent finds it: our words, no word of a sender. */
export const FoundTool = z.object({
  tool: z.string(),
  summary: z.string(),
  /** The type of each param, by its name. */
  params: z.record(z.string(), z.string()),
});
export type FoundTool = Readonly<z.infer<typeof FoundTool>>;

/** A tool's result, or the reason for its refusal. */
export interface ToolOutput {
  readonly isRefused: boolean;
  readonly text: string;
}
