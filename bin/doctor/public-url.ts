import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';

import ipaddr from 'ipaddr.js';
import { z } from 'zod';

import { serviceProofs } from '#store/service-proofs.ts';
import type { MasterKey } from '#store/secret/vault.ts';
import { type Finding, type Look, notAsked, unwell, well } from './finding.ts';

interface Settings {
  readonly publicUrl: string | undefined;
  readonly proxyHops: number;
  readonly masterKeys: readonly MasterKey[] | undefined;
  readonly isBefore: boolean;
}

/** Whether senders reach this service by the URL that they are given, as far as it is seen from here. */
export const publicUrlLook = ({ publicUrl, proxyHops, masterKeys, isBefore }: Settings): Look => ({
  what: 'PUBLIC_URL',
  otherwise:
    'Senders do not reach it either: look at the name in DNS, the certificate, the proxy and its way to the API.',
  look: async () => {
    if (publicUrl === undefined)
      return unwell(
        'is not set: URLs of hooks begin with http://localhost',
        'Set PUBLIC_URL to what senders reach, such as https://hooks.example.com.',
      );
    const isSecure = publicUrl.startsWith('https:');
    if (isSecure && proxyHops === 0)
      return unwell(
        `${publicUrl}: a proxy ends TLS, and TRUSTED_PROXY_HOPS is 0`,
        'Set TRUSTED_PROXY_HOPS to the number of proxies: all clients count as one until then.',
      );
    if (isBefore) return notAsked(`${publicUrl}, before the start`);
    return await challenge(publicUrl, masterKeys);
  },
});

const Alive = z.object({ status: z.literal('ok'), proof: z.string().optional() });

/** Only a service with our master keys answers a challenge as we would. */
async function challenge(publicUrl: string, masterKeys: readonly MasterKey[] = []): Promise<Finding> {
  const text = randomBytes(12).toString('base64url');
  const url = new URL(`/healthz?challenge=${text}`, publicUrl);
  const addresses = await addressesOf(url);
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch((error: unknown) => {
    throw new Error(`${publicUrl} does not answer: ${causeOf(error)}`);
  });
  const answer = Alive.safeParse(await response.json().catch(() => null)).data;
  if (!response.ok || answer === undefined)
    return unwell(
      `${publicUrl} answers ${response.status}, and not as this service`,
      'Let the proxy send every path to the API.',
    );
  const proofs = serviceProofs(text, masterKeys);
  if (answer.proof !== undefined && proofs.includes(answer.proof))
    return well(
      `${publicUrl} (${addresses}) leads here, seen from this machine. From elsewhere: curl '${url.href}' must answer "proof":"${answer.proof}"`,
    );
  if (proofs.length === 0)
    return unwell(
      `${publicUrl} (${addresses}) leads to a service like this one`,
      'Set MASTER_KEYS as it is set for the service: by its proof it is known whether it is this one.',
    );
  return unwell(
    `${publicUrl} (${addresses}) leads to another service of this kind, or one of an earlier version`,
    'Let the name and the proxy lead to this service, and replace its APIs by those of this version.',
  );
}

/** The addresses to which the name leads, and which of these are not for everybody. */
async function addressesOf({ hostname }: URL): Promise<string> {
  const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true });
  return found
    .map(({ address }) => {
      const range = ipaddr.parse(address).range();
      return range === 'unicast' ? address : `${address}: ${range}, which senders elsewhere do not reach`;
    })
    .join(', ');
}

function causeOf(error: unknown): string {
  const { cause } = error as { readonly cause?: unknown };
  return cause instanceof Error ? cause.message : String(error);
}
