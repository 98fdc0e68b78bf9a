import { lookup } from 'node:dns/promises';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** All addresses of a name, from the system's resolver or one that stands in for it. Rejects as `dns.lookup` does. */
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

/** Looks a name up once. Late answers are dropped: the caller is told at `timeoutMs` or when `signal` aborts. */
export function resolveHost(
  host: string,
  resolve: Resolve,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Resolution> {
  return new Promise((settle) => {
    const late = () => conclude(temporary);
    const timer = setTimeout(late, timeoutMs);
    function conclude(resolution: Resolution): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', late);
      settle(resolution);
    }
    if (signal.aborted) return late();
    signal.addEventListener('abort', late, { once: true });
    resolve(host).then(
      (answers) => conclude(resolutionOf(answers)),
      (error: unknown) =>
        conclude(notFoundCodes.has((error as { code?: unknown }).code) ? notFound : temporary),
    );
  });
}

const resolutionOf = (answers: Awaited<ReturnType<Resolve>>): Resolution =>
  answers.length === 0
    ? notFound
    : {
        kind: 'resolved',
        addresses: answers.map(({ address }) => ({ address, family: address.includes(':') ? 6 : 4 })),
      };
