import { z } from 'zod';

/** The result of a text tool or an image analysis: always a string; structured results are JSON text. */
export const ToolResult = z.object({ result: z.string() });
