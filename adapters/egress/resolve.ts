import { lookup } from 'node:dns/promises';

import { addressInHost } from '#domain/host.ts';
import { createDeadline } from './deadline.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** All addresses of a name. Rejects as `dns.lookup` does. */
export type Resolve = (
  host: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>;

export type Resolution =
  | { readonly kind: 'resolved'; readonly addresses: readonly ResolvedAddress[] }
  | { readonly kind: 'failed'; readonly reason: 'DNS_NOT_FOUND' | 'DNS_TEMPORARY'; readonly text: string };

/** The system's resolver. Names below `localhost` are this machine (RFC 6761), which not every system knows. */
export const systemResolve: Resolve = (host) =>
  lookup(host.endsWith('.localhost') ? 'localhost' : host, { all: true, verbatim: true });

const notFoundCodes: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EAI_NONAME', 'EAI_NODATA']);

const notFound: Resolution = {
  kind: 'failed',
  reason: 'DNS_NOT_FOUND',
  text: 'its name was not found',
};

const temporary: Resolution = {
  kind: 'failed',
  reason: 'DNS_TEMPORARY',
  text: 'its name could not be looked up right now',
};

/**
 * The addresses of a host: its own where it is an address, else one look-up of the name. A late answer of the resolver
 * is dropped at `timeoutMs` or when `signal` aborts.
 */
export async function resolveHost(
  host: string,
  resolve: Resolve,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Resolution> {
  const literal = addressInHost(host);
  if (literal !== undefined) return resolved([literal]);
  using deadline = createDeadline(timeoutMs, signal);
  const late = Promise.withResolvers<Resolution>();
  if (deadline.signal.aborted) return temporary;
  deadline.signal.addEventListener('abort', () => late.resolve(temporary), { once: true });
  return await Promise.race([lookUp(host, resolve), late.promise]);
}

async function lookUp(host: string, resolve: Resolve): Promise<Resolution> {
  try {
    return resolved((await resolve(host)).map(({ address }) => address));
  } catch (error) {
    return notFoundCodes.has((error as { code?: unknown }).code) ? notFound : temporary;
  }
}

/** The family is taken from the address: what a resolver says of it may be wrong. */
function resolved(addresses: readonly string[]): Resolution {
  if (addresses.length === 0) return notFound;
  return {
    kind: 'resolved',
    addresses: addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  };
}
