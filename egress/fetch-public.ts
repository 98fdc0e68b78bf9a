import type { FailureReason } from '../contracts/outbound.ts';
import { isPublicAddress } from './address.ts';
import { createDeadline } from './deadline.ts';
import { refusalMessage } from './decide.ts';
import { failure } from './failure.ts';
import { addressInHost } from '../domain/host.ts';
import { egressLimits } from './limits.ts';
import { decodeContent } from './read-body.ts';
import { redirectTarget } from './redirect.ts';
import { type Resolve, type ResolvedAddress, resolveHost, systemResolve } from './resolve.ts';
import { sendOnWire, type WireAnswer, type WireRequest } from './send.ts';
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
  /** Of the body, as it arrives and decoded. */
  readonly bytesMax: number;
  /** The whole call. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export type FetchPublic = (url: string, options: PublicFetchOptions) => Promise<PublicFetch>;

interface FetchPublicDeps {
  readonly resolve?: Resolve;
  /** Public addresses only, whatever the operator opened for agents: anyone may call this. */
  readonly isAllowed?: (address: string) => boolean;
}

const headers: WireRequest['headers'] = [
  ['User-Agent', 'Reveille/1'],
  ['Accept', '*/*'],
  ['Accept-Encoding', 'identity'],
];

type Dial = { readonly kind: 'dial'; readonly addresses: readonly ResolvedAddress[] };

/** Fetches a URL that a stranger named: no policy, no credential, and never an address that is not public. */
export function createFetchPublic({
  resolve = systemResolve,
  isAllowed = isPublicAddress,
}: FetchPublicDeps = {}): FetchPublic {
  async function addressesOf({ host }: Target, signal: AbortSignal): Promise<Dial | PublicFetch> {
    const address = addressInHost(host);
    const resolution =
      address === undefined
        ? await resolveHost(host, resolve, { timeoutMs: egressLimits.resolveMs, signal })
        : resolved(address);
    if (resolution.kind === 'failed') return failure(resolution.reason, 'nothing', host, resolution.text);
    const { addresses } = resolution;
    if (addresses.every((answer) => isAllowed(answer.address))) return { kind: 'dial', addresses };
    return { kind: 'refused', host, message: refusalMessage(host) };
  }

  return async function fetchPublic(url, { bytesMax, timeoutMs, signal }) {
    const parsed = parseTarget(url);
    if (parsed.kind === 'invalid') return parsed;
    using timed = createDeadline(timeoutMs, signal);
    const deadline = timed.signal;
    const limits = { ...egressLimits, totalMs: timeoutMs, responseBytesMax: bytesMax };
    let { target } = parsed;
    for (let hop = 0; hop <= limits.redirectsMax; hop++) {
      const dial = await addressesOf(target, deadline);
      if (dial.kind !== 'dial') return dial;
      const { addresses } = dial;
      const answer = await sendOnWire(
        { target, addresses, method: 'GET', headers, body: null },
        { limits, deadline },
      );
      if (answer.kind === 'failed') return answer;
      const [location] = [answer.headers['location'] ?? []].flat();
      const next = redirectTarget({ status: answer.status, location }, target);
      if (next === undefined) return await fetched(answer, target, bytesMax);
      target = next;
    }
    const text = `it was redirected more than ${limits.redirectsMax} times`;
    return failure('TOO_MANY_REDIRECTS', 'maybe', target.host, text);
  };
}

const resolved = (address: string): Dial => ({
  kind: 'dial',
  addresses: [{ address, family: address.includes(':') ? 6 : 4 }],
});

async function fetched(answer: WireAnswer, { host }: Target, bytesMax: number): Promise<PublicFetch> {
  const coding = [answer.headers['content-encoding'] ?? []].flat().join(', ');
  const decoded = await decodeContent(answer.body, coding, bytesMax);
  if (decoded.kind === 'failed')
    return failure(decoded.reason, 'maybe', host, 'its answer cannot be decoded');
  const contentType = [answer.headers['content-type'] ?? []].flat()[0] ?? null;
  return { kind: 'fetched', status: answer.status, bytes: decoded.bytes, contentType };
}
