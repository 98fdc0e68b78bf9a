import { freePort } from '#platform/free-port.ts';

/** The addresses that docker-compose.yml knows, as its services name each other. */
export const hosts = [
  'postgres:5432',
  'temporal:7233',
  'temporal-ui:8080',
  'redis:6379',
  'redis-replica:6379',
  'redis-cache:6379',
  's3:7070',
  'api:8080',
  'api:9464',
  'api-2:8080',
  'worker:9464',
] as const;
type Host = (typeof hosts)[number];

/** The port on loopback of each of them. */
export type Ports = Readonly<Record<Host, number>>;

export async function choosePorts(): Promise<Ports> {
  const pairs = await Promise.all(hosts.map(async (host) => [host, await freePort()] as const));
  return Object.fromEntries(pairs) as Record<Host, number>;
}

/** A text with each of these addresses on loopback. */
export const onLoopback = (text: string, ports: Ports): string =>
  // A longer name first: redis is the beginning of redis-cache.
  hosts
    .toSorted((a, b) => b.length - a.length)
    .reduce((result, host) => result.replaceAll(host, `127.0.0.1:${ports[host]}`), text);
