import { connect as connectTcp, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls';

import { addressInHost } from '#domain/host.ts';
import { canonicalAddress } from './address-rule.ts';
import type { ResolvedAddress } from './resolve.ts';
import type { Target } from './target.ts';

/** Ties the connection of one call to the addresses that were checked. */
export interface Pin {
  /** Replaces DNS: gives the checked addresses, for this host only. */
  readonly lookup: LookupFunction;
  /** Takes note of the open connection; an Error when it is not one of the checked addresses. */
  readonly admit: (socket: Socket) => Error | null;
  /** From here on the target may have read something. */
  readonly isConnected: () => boolean;
  readonly dialledAddress: () => string | null;
}

/** After `deadline` no connection is admitted, so that a request that was given up is not written after all. */
export function createPin(host: string, addresses: readonly ResolvedAddress[], deadline: AbortSignal): Pin {
  const checked = new Set(addresses.map(({ address }) => canonicalAddress(address)));
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
    if (remote !== undefined && !deadline.aborted && checked.has(canonicalAddress(remote))) {
      isConnected = true;
      dialledAddress = remote;
      return null;
    }
    socket.destroy();
    return new Error('Connected too late, or to an address that was not checked');
  }

  return { lookup, admit, isConnected: () => isConnected, dialledAddress: () => dialledAddress };
}

interface ConnectOptions {
  readonly pin: Pin;
  readonly timeoutMs: number;
  /** PEM; replaces the authorities that Node trusts. */
  readonly certificateAuthorities: readonly string[] | undefined;
}

// Made once: every connection closes in the end, and an error with its stack is expensive.
const closedError = new Error('The connection was closed');
const timeoutError = Object.assign(new Error('No connection in time'), { code: 'ETIMEDOUT' });

// A context reads every trusted certificate, so that one is made for each list and not for each connection.
const contexts = new WeakMap<readonly string[], SecureContext>();
let systemContext: SecureContext | undefined;

function contextFor(authorities: readonly string[] | undefined): SecureContext {
  if (authorities === undefined) return (systemContext ??= createSecureContext());
  const context = contexts.get(authorities) ?? createSecureContext({ ca: [...authorities] });
  contexts.set(authorities, context);
  return context;
}

/** A single address is dialled as it is; several are tried by Node one after the other, in the order of the pin. */
function open(
  { scheme, host, port }: Target,
  addresses: readonly ResolvedAddress[],
  options: ConnectOptions,
): Socket {
  const [first, second] = addresses;
  const name = first !== undefined && second === undefined ? first.address : (addressInHost(host) ?? host);
  const destination = { host: name, port, lookup: options.pin.lookup, noDelay: true };
  if (scheme === 'http') return connectTcp(destination);
  return connectTls({
    ...destination,
    // The name in the certificate is that of the host, whatever address it has; an address has no server name.
    ...(addressInHost(host) === undefined && { servername: host }),
    rejectUnauthorized: true,
    secureContext: contextFor(options.certificateAuthorities),
    ALPNProtocols: ['http/1.1'],
  });
}

/**
 * Opens one connection to the checked addresses and calls back once: with the connection, TLS included, or with why
 * there is none. Returns the socket at once, so that a caller who gives up can destroy it.
 */
export function connect(
  target: Target,
  addresses: readonly ResolvedAddress[],
  options: ConnectOptions,
  callback: (error: Error | null, socket: Socket) => void,
): Socket {
  const socket = open(target, addresses, options);
  let isSettled = false;
  const settle = (error: Error | null) => {
    if (isSettled) return;
    isSettled = true;
    clearTimeout(timer);
    callback(error, socket);
  };
  const timer = setTimeout(() => socket.destroy(timeoutError), options.timeoutMs);
  // The listener stays: an error after the end of the request would have no other and end the process.
  socket.on('error', settle);
  socket.once(target.scheme === 'https' ? 'secureConnect' : 'connect', () => settle(null));
  socket.once('close', () => settle(closedError));
  return socket;
}
