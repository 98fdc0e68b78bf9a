import type { Failed, Refused } from './capability.ts';

/** How a request failed, for the end of a sentence; null if its target took it. */
export function requestFailure(
  result: { readonly kind: 'response'; readonly status: number } | Refused | Failed,
): string | null {
  if (result.kind === 'refused') return 'was refused';
  if (result.kind === 'failed') return 'got no answer';
  return result.status >= 400 ? `answered ${result.status}` : null;
}
