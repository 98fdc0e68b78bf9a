import { PdfError } from '../pdf-error.ts';

/** Runs the fallback if the first attempt fails, unless it failed with a refusal. */
export async function withFallback<T>(first: () => Promise<T>, fallback: () => T | Promise<T>): Promise<T> {
  try {
    return await first();
  } catch (error) {
    if (error instanceof PdfError) throw error;
    return fallback();
  }
}
