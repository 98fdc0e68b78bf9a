import { z } from 'zod';

/** `params` is judged by the tool's own schema, which names the nearest valid param. */
export const ToolInvocation = z.object({
  tool: z.string(),
  params: z.record(z.string(), z.unknown()),
});
export type ToolInvocation = z.infer<typeof ToolInvocation>;

/** What a text tool or an image analysis gives: always a string, JSON text where the result is structured. */
export const ToolResult = z.object({ result: z.string() });
export type ToolResult = z.infer<typeof ToolResult>;
