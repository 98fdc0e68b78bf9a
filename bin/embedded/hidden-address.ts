import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

import { freePort } from '#platform/free-port.ts';

export interface HiddenUi {
  readonly host: string;
  readonly port: number;
}

/** Chooses the address of a server that only another one of ours is to reach. */
export async function chooseHiddenUi(): Promise<HiddenUi> {
  return { host: await hiddenAddress(), port: await freePort() };
}

const usual = '127.0.0.1';

/**
 * A loopback address that no page of a browser can guess: Linux has sixteen million of them. If there is only the usual
 * one, that one.
 */
async function hiddenAddress(): Promise<string> {
  const address = `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
  const server = createServer().listen(0, address);
  try {
    await once(server, 'listening');
    return address;
  } catch {
    return usual;
  } finally {
    server.close();
  }
}
