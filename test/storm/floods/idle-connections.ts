import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import type { Shop } from '../service/shop.ts';
import type { Held } from './connection-holder.ts';
import type { FloodOptions } from './options.ts';
import { sideBySide } from './side-by-side.ts';

interface Connections extends Pick<FloodOptions, 'rounds' | 'roundMs' | 'connections'> {
  /** The one whose hook the connections go to. */
  readonly noisy: Shop;
  readonly quiet: readonly Shop[];
}

const holder = path.join(import.meta.dirname, 'connection-holder.ts');

/** Thousands of connections that say nothing, or one byte a second; the deliveries beside them are measured. */
export async function idleConnections({ noisy, quiet, rounds, roundMs, connections }: Connections) {
  let held: Held = { open: 0, closedByServer: 0, failed: 0 };
  let openMax = 0;
  const result = await sideBySide({
    name: 'connections',
    urls: quiet.map(({ hooks }) => hooks['at-once'].urls[0]!),
    rounds,
    roundMs,
    flood: async (_, signal) => {
      const child = fork(holder, [noisy.hooks['at-once'].urls[0]!, String(connections)]);
      child.on('message', (message) => {
        held = message as Held;
        openMax = Math.max(openMax, held.open);
      });
      const exited = once(child, 'exit');
      if (!signal.aborted) await once(signal, 'abort');
      child.kill('SIGKILL');
      await exited;
    },
  });
  return { ...result, held: { ...held, openMax } };
}
