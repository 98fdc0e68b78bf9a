import { ToolError } from '@reveille/tools';
import { DomainError } from '#domain/domain-error.ts';
import type { WorkLimits } from '../limits.ts';

export function overTime(timeoutMs: number): ToolError {
  return new ToolError('TOOL_LIMIT_EXCEEDED', `The tool did not finish within ${timeoutMs / 1000} seconds.`);
}

/** Not the fault of the call. */
const overElapsed = () =>
  new DomainError('INTERNAL_ERROR', 'The tool got too little processor time.', {
    hint: 'Send the same request again in a few seconds.',
  });

/** The error that ends a job, or the milliseconds until the next look. */
export type TimeCheck = { readonly error: Error } | { readonly leftMs: number };

/**
 * Checks the processor time of a job that begins now, and on a busy machine the time that passes. Undefined where only
 * that counts. `usedMs`: processor time of the thread so far; a check rejects where that does.
 */
export function watchProcessorTime(
  { timeoutMs, elapsedMsMax = timeoutMs }: WorkLimits,
  usedMs: () => Promise<number>,
): (() => Promise<TimeCheck>) | undefined {
  if (elapsedMsMax <= timeoutMs) return undefined;
  const startedAt = performance.now();
  const usedBefore = usedMs();
  // Rejects again for each check that awaits it.
  usedBefore.catch(() => undefined);
  return async () => {
    const used = (await usedMs()) - (await usedBefore);
    const elapsed = performance.now() - startedAt;
    if (used >= timeoutMs) return { error: overTime(timeoutMs) };
    if (elapsed >= elapsedMsMax) return { error: overElapsed() };
    return { leftMs: Math.ceil(Math.min(timeoutMs - used, elapsedMsMax - elapsed)) };
  };
}
