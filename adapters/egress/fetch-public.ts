import type { FailureReason } from '#contracts/outbound.ts';
import { isPublicAddress } from './address-rule.ts';
import { createDeadline } from './deadline.ts';
import { refusalMessage } from '#domain/refusal-message.ts';
import { decodingFailure, failure, tooManyRedirects } from './failure.ts';
import { decodeContent } from '#domain/decode-content.ts';
import { egressLimits } from './limits.ts';
import { redirectTarget } from './redirect.ts';
import { type Resolve, type ResolvedAddress, resolveHost, systemResolve } from './resolve.ts';
import { userAgent } from './outgoing-headers.ts';
import { sendOnWire, type WireRequest, type WireResponse } from './send.ts';
import { parseTarget, type Target } from './target.ts';

type PublicFetch =
  | {
      readonly kind: 'fetched';
      readonly status: number;
      readonly bytes: Buffer;
      readonly contentType: string | null;
    }
  | { readonly kind: 'invalid'; readonly message: string }
  | { readonly kind: 'refused'; readonly host: string; readonly message: string }
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly message: string };

interface PublicFetchOptions {
  /** The limit of the body, as it arrives and decoded. */
  readonly bytesMax: number;
  /** The whole call. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** How many redirects are followed, each decided anew. Default: as many as for agents. 0: none is. */
  readonly redirectsMax?: number;
}

export type FetchPublic = (url: string, options: PublicFetchOptions) => Promise<PublicFetch>;

interface FetchPublicDeps {
  readonly resolve?: Resolve;
  /** Public addresses only, whatever the operator opened for agents: anyone may call this. */
  readonly isAllowed?: (address: string) => boolean;
}

const headers: WireRequest['headers'] = [
  ['User-Agent', userAgent],
  ['Accept', '*/*'],
  ['Accept-Encoding', 'identity'],
];

type Addresses = { readonly kind: 'addresses'; readonly addresses: readonly ResolvedAddress[] };

/** Fetches a URL from an anonymous caller: no policy, no credential, and only from public addresses. */
export function createFetchPublic({
  resolve = systemResolve,
  isAllowed = isPublicAddress,
}: FetchPublicDeps = {}): FetchPublic {
  async function allowedAddresses({ host }: Target, signal: AbortSignal): Promise<Addresses | PublicFetch> {
    const resolution = await resolveHost(host, resolve, { timeoutMs: egressLimits.resolveMs, signal });
    if (resolution.kind === 'failed') return failure(resolution.reason, 'nothing', host, resolution.text);
    const { addresses } = resolution;
    if (addresses.every(({ address }) => isAllowed(address))) return { kind: 'addresses', addresses };
    return { kind: 'refused', host, message: refusalMessage(host) };
  }

  return async function fetchPublic(
    url,
    { bytesMax, timeoutMs, signal, redirectsMax = egressLimits.redirectsMax },
  ) {
    const parsed = parseTarget(url);
    if (parsed.kind === 'invalid') return parsed;
    using deadline = createDeadline(timeoutMs, signal);
    const limits = { ...egressLimits, totalMs: timeoutMs, responseBytesMax: bytesMax, redirectsMax };
    let { target } = parsed;
    for (let hop = 0; hop <= limits.redirectsMax; hop++) {
      const allowed = await allowedAddresses(target, deadline.signal);
      if (allowed.kind !== 'addresses') return allowed;
      const request = { target, addresses: allowed.addresses, method: 'GET', headers, body: null } as const;
      const response = await sendOnWire(request, { limits, deadline: deadline.signal });
      if (response.kind === 'failed') return response;
      const [location] = [response.headers['location'] ?? []].flat();
      const next = redirectTarget({ status: response.status, location }, target);
      if (next === undefined) return await decoded(response, target, bytesMax);
      target = next;
    }
    return tooManyRedirects(target.host, limits);
  };
}

async function decoded(
  { status, headers: received, body }: WireResponse,
  { host }: Target,
  bytesMax: number,
): Promise<PublicFetch> {
  const coding = [received['content-encoding'] ?? []].flat().join(', ');
  const content = await decodeContent(body, coding, bytesMax);
  if (content.kind === 'failed') return decodingFailure(content.fault, host);
  const contentType = [received['content-type'] ?? []].flat()[0] ?? null;
  return { kind: 'fetched', status, bytes: content.bytes, contentType };
}
