import { memoryBytes } from '#compute/memory.ts';

/**
 * The share in the memory of the machine or container. Beyond it writes are refused (503), where the system would kill a
 * process.
 */
const memoryShare = 0.25;

interface RedisSettings {
  readonly port: number;
  readonly directory: string;
  /** Without one, in tests and benchmarks, every user of this machine may connect. */
  readonly password: string | undefined;
  readonly inMemory?: boolean | undefined;
}

/** The configuration file of an embedded Redis: a password on the command line could be read by every local user. */
export function redisConfiguration({ port, directory, password, inMemory = false }: RedisSettings): string {
  const settings: Readonly<Record<string, string>> = {
    bind: '127.0.0.1',
    port: String(port),
    dir: directory,
    ...(password !== undefined && { requirepass: password }),
    // An answer that was given must survive the death of the server; and no record may be evicted for another.
    appendonly: inMemory ? 'no' : 'yes',
    appendfsync: 'always',
    maxmemory: String(Math.floor(memoryBytes() * memoryShare)),
    'maxmemory-policy': 'noeviction',
    // A record with a long text, such as a turn, takes half the memory. Servers from 7.0 on call it listpack, and know this name too.
    'hash-max-ziplist-value': '2048',
    // The append-only file is the record; snapshots would only write the same data twice.
    save: '',
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} ${JSON.stringify(value)}\n`)
    .join('');
}
