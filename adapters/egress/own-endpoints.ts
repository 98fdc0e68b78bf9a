import { networkInterfaces } from 'node:os';

import { canonicalAddress, isLoopbackAddress } from './address-rule.ts';
import type { Resolve } from './resolve.ts';

/** The address of a server: a name or an address, without brackets. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** Whether one of these addresses, with this port, is a server of the service itself. */
export type IsOwnEndpoint = (addresses: readonly string[], port: number) => Promise<boolean>;

/** Hosts that stand for this machine, beside the loopback addresses. */
const everyAddress: ReadonlySet<string> = new Set(['0.0.0.0', '::', 'localhost']);

/**
 * Tells our own servers, which no agent may reach whatever ranges are opened: they hold the data of every workspace. A
 * name is looked up when a request has its port, for its address may have changed since the start.
 */
export function createOwnEndpoints(endpoints: readonly Endpoint[], resolve: Resolve): IsOwnEndpoint {
  return async function isOwnEndpoint(addresses, port) {
    const hosts = new Set(endpoints.filter((endpoint) => endpoint.port === port).map(({ host }) => host));
    for (const host of hosts) if (await isAt(host, addresses, resolve)) return true;
    return false;
  };
}

async function isAt(host: string, addresses: readonly string[], resolve: Resolve): Promise<boolean> {
  if (everyAddress.has(host) || isLoopbackAddress(host)) return addresses.some(isThisMachine);
  const own = canonicalAddress(host);
  const hostAddresses = own === undefined ? await resolved(host, resolve) : [own];
  return addresses.some((address) => hostAddresses.includes(canonicalAddress(address)));
}

function isThisMachine(address: string): boolean {
  const canonical = canonicalAddress(address);
  return (
    isLoopbackAddress(address) ||
    Object.values(networkInterfaces()).some((list) =>
      list?.some((one) => canonicalAddress(one.address) === canonical),
    )
  );
}

/** A name that is not found cannot be dialled either. */
async function resolved(host: string, resolve: Resolve): Promise<readonly (string | undefined)[]> {
  const found = await resolve(host).catch(() => []);
  return found.map(({ address }) => canonicalAddress(address));
}
