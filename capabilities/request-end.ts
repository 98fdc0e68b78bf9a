import type { CallEnd, Failed, Refused } from './capability.ts';

/** How a request ended, in words. */
export function requestEnd(
  result: { readonly kind: 'response'; readonly status: number } | Refused | Failed,
): CallEnd {
  if (result.kind === 'refused') return { how: 'was refused', hasFailed: true };
  if (result.kind === 'failed') return { how: 'failed', hasFailed: true };
  return { how: `answered ${result.status}`, hasFailed: result.status >= 400 };
}
