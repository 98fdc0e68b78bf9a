import type { RedisAddress, ServerAddress } from '#domain/redis-url.ts';
import { withTimeout } from '#domain/with-timeout.ts';
import { clientOptions } from './client-options.ts';
import { newClient } from './new-client.ts';

type SentinelAddress = Extract<RedisAddress, { kind: 'sentinel' }>;
type Client = ReturnType<typeof openSentinel>;

const answerMsMax = 1_000;

/** Asks Sentinels where the primary is: one of them as long as it answers, then the next. */
export function createSentinels(address: SentinelAddress) {
  let current: Client | null = null;
  let next = 0;

  /** Rejects where none of them tells. */
  async function primary(): Promise<ServerAddress> {
    let reason: unknown;
    for (const _ of address.nodes) {
      try {
        return await ask();
      } catch (error) {
        reason = error;
        close();
        next += 1;
      }
    }
    throw new Error(`No Sentinel tells where ${address.name} is`, { cause: reason });
  }

  async function ask(): Promise<ServerAddress> {
    if (current === null) {
      const node = address.nodes[next % address.nodes.length];
      if (node === undefined) throw new Error('No Sentinel is named');
      current = openSentinel(address, node);
      // Every failure rejects what is asked.
      current.on('error', () => undefined);
      await current.connect();
    }
    const asked = current.sendCommand(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', address.name]);
    const answer = await withTimeout(asked, answerMsMax, 'A Sentinel did not answer');
    if (!Array.isArray(answer)) throw new Error(`A Sentinel knows no ${address.name}`);
    const [host, port] = answer.map(String);
    return { host: host ?? '', port: Number(port) };
  }

  function close(): void {
    if (current?.isOpen === true) current.destroy();
    current = null;
  }

  return { primary, close };
}

function openSentinel({ sentinelAccess }: SentinelAddress, { host, port }: ServerAddress) {
  const { isTls, ...credentials } = sentinelAccess;
  const { reconnectStrategy: _, ...socket } = clientOptions.socket;
  const common = { ...socket, host, port, reconnectStrategy: false } as const;
  return newClient({
    ...clientOptions,
    ...credentials,
    socket: isTls ? { ...common, tls: true } : common,
  });
}
