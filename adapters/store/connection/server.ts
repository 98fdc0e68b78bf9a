import { conditionOf } from '../condition.ts';
import { clientOptions, commandOptions, silenceMaxMs } from './client-options.ts';
import { locatorOf, type OneServer, type Target, untilFound } from './locate.ts';
import { newClient } from './new-client.ts';
import { reconnectingProxy } from './reconnecting-proxy.ts';

export type Client = ReturnType<typeof openServer>;

const lookEveryMs = 1_000;

const complaints = {
  silent: `Redis was silent for ${silenceMaxMs} ms`,
  'read-only': 'Redis refuses writes: it is a replica',
  moved: 'Redis has another primary',
} as const;

/** A client that is not connected yet. `reconnects`: for ever, or not at all. */
export function openServer(target: Target, { reconnects } = { reconnects: true }) {
  const common = { ...clientOptions.socket, ...(!reconnects && { reconnectStrategy: false as const }) };
  if ('url' in target)
    return newClient({ ...clientOptions, url: target.url, socket: common, commandOptions });
  const { host, port, access } = target;
  const { isTls, ...credentials } = access;
  const address = { ...common, host, port };
  const socket = isTls ? { ...address, tls: true as const } : address;
  return newClient({ ...clientOptions, ...credentials, socket, commandOptions });
}

/**
 * Opens a connection to one server: that of the URL, or the primary that Sentinels name. The client reconnects by itself,
 * but its own time limits end with the sending of a command. A server that takes commands and answers none would block its
 * callers for ever, and a primary that became a replica keeps its clients and refuses their writes. Such a connection is
 * given up and replaced: the address may lead to another server by now, or the Sentinels name another.
 */
export async function connectServer(address: OneServer, onError: (error: Error) => void): Promise<Client> {
  const locator = locatorOf(address);
  const ready = Promise.withResolvers<void>();
  let at = await untilFound(locator.find, onError);
  let current = open();

  function open(): Client {
    const client = openServer(at);
    client.on('error', onError);
    client.once('ready', ready.resolve);
    // A failure at the first connect that no later one can mend; all others go to onError.
    client.connect().catch((error: unknown) => {
      if (client === current) ready.reject(error);
    });
    return client;
  }

  function replace(looked: Client, complaint: keyof typeof complaints): void {
    if (looked !== current) return;
    onError(new Error(complaints[complaint]));
    current = open();
    if (looked.isOpen) looked.destroy();
  }

  async function follow(looked: Client): Promise<void> {
    const found = await locator.find();
    if (JSON.stringify(found) === JSON.stringify(at)) return;
    at = found;
    replace(looked, 'moved');
  }

  const watch = setInterval(() => {
    const looked = current;
    if (locator.canMove) follow(looked).catch(onError);
    if (!looked.isReady) return;
    void conditionOf(looked, silenceMaxMs).then((condition) => {
      if (condition !== 'fit') replace(looked, condition);
    });
  }, lookEveryMs);

  const stopWatching = () => {
    clearInterval(watch);
    locator.close();
  };
  const close = async () => {
    stopWatching();
    await current.close();
  };
  const destroy = () => {
    stopWatching();
    current.destroy();
  };
  ready.promise.catch(stopWatching);
  await ready.promise;
  return reconnectingProxy<Client>(() => current, { close, destroy });
}
