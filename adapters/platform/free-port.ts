import { randomInt } from 'node:crypto';
import getPort from 'get-port';

/**
 * A free port for a server that is started on it later, and perhaps again. It is below those that the system gives to
 * connections and to servers without a port of their own, which would take it meanwhile.
 */
export async function freePort(): Promise<number> {
  return await getPort({ port: Array.from({ length: 20 }, () => randomInt(10_000, 30_000)) });
}
