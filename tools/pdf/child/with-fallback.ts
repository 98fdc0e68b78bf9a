import { ToolError } from '../../tool-error.ts';

/** Tries again another way, unless the first way found out that the request has to be refused. */
export async function withFallback<T>(first: () => Promise<T>, rescue: () => T | Promise<T>): Promise<T> {
  try {
    return await first();
  } catch (error) {
    if (error instanceof ToolError) throw error;
    return rescue();
  }
}
