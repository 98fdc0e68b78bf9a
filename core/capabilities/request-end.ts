import type { CallEnd } from './acting.ts';
import type { Failed, Refused } from './call-failure.ts';

/** How a request ended, in words. */
export function requestEnd(
  result: { readonly kind: 'response'; readonly status: number } | Refused | Failed,
  { method }: { readonly method: string },
): CallEnd {
  if (result.kind === 'refused') return { how: 'was refused', hasFailed: true, mayBeDone: false };
  if (result.kind === 'failed') return { how: 'failed', hasFailed: true, mayBeDone: false };
  const { status } = result;
  const isGone = method === 'DELETE' && (status === 404 || status === 410);
  return { how: `answered ${status}`, hasFailed: status >= 400, mayBeDone: status === 409 || isGone };
}
