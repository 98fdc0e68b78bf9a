import { randomInt } from 'node:crypto';

import getPort from 'get-port';

/**
 * A free port for a service that is started on it later, and perhaps again. Below those that the system gives to
 * connections and to servers without a port of their own, which would take it meanwhile.
 */
export async function servicePort(): Promise<number> {
  const candidates = Array.from({ length: 20 }, () => randomInt(10_000, 30_000));
  return await getPort({ host: '127.0.0.1', port: candidates });
}
