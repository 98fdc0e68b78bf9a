import { z } from 'zod';

/** What a text tool or an image analysis gives: always a string, JSON text where the result is structured. */
export const ToolResult = z.object({ result: z.string() });
