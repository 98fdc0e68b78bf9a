import { readFile } from 'node:fs/promises';
import path from 'node:path';

import which from 'which';

import { installCaddy } from '#bin/embedded/install-caddy.ts';
import { freePort } from '#platform/free-port.ts';
import type { Context } from '../context.ts';
import { keepServer } from './start-program.ts';

/** Caddy of docker-compose.yml, with a certificate of its own authority: its port here, and that authority. */
export async function startProxy(context: Context) {
  const { folder, say, signal } = context;
  await installCaddy({ log: say, signal });
  const port = await freePort();
  const data = path.join(folder, 'proxy/data');
  await keepServer(context, {
    service: 'proxy',
    programs: [await which('caddy')],
    folders: { '/data': data, '/config': path.join(folder, 'proxy/config') },
    published: { 443: port },
    port,
  });
  return { port, ca: await readFile(path.join(data, 'caddy/pki/authorities/local/root.crt'), 'utf8') };
}
