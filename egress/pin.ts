import type { LookupFunction, Socket } from 'node:net';

import { plainAddress } from './address-text.ts';
import type { ResolvedAddress } from './resolve.ts';

/** Ties the connection of one call to the addresses that were checked. */
export interface Pin {
  /** In place of DNS: answers the checked addresses, for this host only. */
  readonly lookup: LookupFunction;
  /** Takes note of the open connection; an Error when it is not one of the checked addresses. */
  readonly admit: (socket: Socket) => Error | null;
  /** From here on the target may have read something. */
  readonly isConnected: () => boolean;
  readonly dialledAddress: () => string | null;
}

/** After `deadline` no connection is admitted, so that a request that was given up is not written after all. */
export function createPin(host: string, addresses: readonly ResolvedAddress[], deadline: AbortSignal): Pin {
  const checked = new Set(addresses.map(({ address }) => plainAddress(address)?.text));
  let isConnected = false;
  let dialledAddress: string | null = null;

  const lookup: LookupFunction = (name, options, callback) => {
    const [first] = addresses;
    if (name !== host || first === undefined) callback(new Error('Not the host of this request'), '');
    else if (options.all) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };

  function admit(socket: Socket): Error | null {
    const remote = socket.remoteAddress;
    if (remote !== undefined && !deadline.aborted && checked.has(plainAddress(remote)?.text)) {
      isConnected = true;
      dialledAddress = remote;
      return null;
    }
    socket.destroy();
    return new Error('Connected too late, or to an address that was not checked');
  }

  return { lookup, admit, isConnected: () => isConnected, dialledAddress: () => dialledAddress };
}
