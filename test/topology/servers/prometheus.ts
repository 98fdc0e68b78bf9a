import path from 'node:path';

import which from 'which';

import { freePort } from '#platform/free-port.ts';
import { installPromtool } from '#test/support/programs/install-promtool.ts';
import type { Context } from '../context.ts';
import { keepServer } from './start-program.ts';

/** Prometheus of docker-compose.yml. Gives its address. */
export async function startPrometheus(context: Context): Promise<string> {
  const { folder, say, signal } = context;
  await installPromtool({ log: say, signal });
  const port = await freePort();
  await keepServer(context, {
    service: 'prometheus',
    programs: [await which('prometheus')],
    folders: { '/prometheus': path.join(folder, 'prometheus') },
    published: { 9090: port },
    port,
  });
  return `http://127.0.0.1:${port}`;
}
