import { z } from 'zod';

/** A text tool as an agent finds it: our words, no word of a sender. */
export const FoundTool = z.object({
  tool: z.string(),
  summary: z.string(),
  /** What each param takes, by its name. */
  params: z.record(z.string(), z.string()),
});
export type FoundTool = Readonly<z.infer<typeof FoundTool>>;

/** What a tool made of its input, or why it refused it. */
export interface ToolOutput {
  readonly isRefused: boolean;
  readonly text: string;
}
