import { retryAfterMs } from '#domain/retry-after.ts';
import {
  createOwnerRequest,
  type OwnerRequest,
  type OwnerRequestDeps,
  type Unsent,
} from './request-of-owner.ts';

/** The result of a post; `retryAfterMs`: the wait that the answer asks for, 0 if it asks for none. */
type OwnerPostResult =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfterMs: number }
  | Unsent;

/** Posts to URLs that owners entered. */
export interface OwnerPost extends Pick<OwnerRequest, 'check'> {
  readonly post: (
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal?: AbortSignal,
  ) => Promise<OwnerPostResult>;
}

export function createOwnerPost(deps: OwnerRequestDeps): OwnerPost {
  const { check, send } = createOwnerRequest(deps);

  async function post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal?: AbortSignal,
  ): Promise<OwnerPostResult> {
    const wire = await send(url, { method: 'POST', headers, body, signal });
    if (wire.kind !== 'answered') return wire;
    const [wait = ''] = [wire.headers['retry-after'] ?? []].flat();
    return {
      kind: 'answered',
      status: wire.status,
      retryAfterMs: retryAfterMs({ 'retry-after': wait }) ?? 0,
    };
  }

  return { check, post };
}
