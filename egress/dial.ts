import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls';

import { addressInHost } from '../domain/host.ts';
import type { Pin } from './pin.ts';
import type { ResolvedAddress } from './resolve.ts';
import type { Target } from './target.ts';

interface DialOptions {
  readonly pin: Pin;
  readonly timeoutMs: number;
  /** PEM; in place of the authorities that Node trusts. */
  readonly certificateAuthorities: readonly string[] | undefined;
}

// Made once: every connection closes in the end, and an error with its stack is dear.
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

/** A single address is dialled as it is; among several Node tries one after the other, as the pin answers them. */
function open(
  { scheme, host, port }: Target,
  addresses: readonly ResolvedAddress[],
  options: DialOptions,
): Socket {
  const [first, second] = addresses;
  const name = first !== undefined && second === undefined ? first.address : (addressInHost(host) ?? host);
  const place = { host: name, port, lookup: options.pin.lookup, noDelay: true };
  if (scheme === 'http') return connectTcp(place);
  return connectTls({
    ...place,
    // The name in the certificate is that of the host, whatever address it has; an address has no server name.
    ...(addressInHost(host) === undefined && { servername: host }),
    rejectUnauthorized: true,
    secureContext: contextFor(options.certificateAuthorities),
    ALPNProtocols: ['http/1.1'],
  });
}

/**
 * Opens one connection to the checked addresses and calls back once: with the connection, TLS included, or with why
 * there is none. Answers the socket at once, so that a caller who gives up can destroy it.
 */
export function dial(
  target: Target,
  addresses: readonly ResolvedAddress[],
  options: DialOptions,
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
  // The listener stays: an error that comes after the end of the request has nobody else to hear it.
  socket.on('error', settle);
  socket.once(target.scheme === 'https' ? 'secureConnect' : 'connect', () => settle(null));
  socket.once('close', () => settle(closedError));
  return socket;
}
