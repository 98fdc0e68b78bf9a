import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { findS3Server } from '#test/support/programs/find-s3-server.ts';
import { processCommand } from '../compose/process-command.ts';
import { processEnvironment } from '../compose/process-environment.ts';
import type { Context } from '../context.ts';
import { keepProgram } from './start-program.ts';

/** The S3 server of docker-compose.yml on a folder, with its bucket. */
export async function startS3(context: Context): Promise<void> {
  const { compose, ports, folder, say, signal } = context;
  const service = compose.services['s3']!;
  const data = path.join(folder, 's3');
  await mkdir(path.join(data, 'reveille'), { recursive: true });
  const address = `127.0.0.1:${ports['s3:7070']}`;
  const isConfined = context.containers !== null;
  await keepProgram(context, {
    name: 's3',
    programs: [await findS3Server({ log: say, signal })],
    args: processCommand(service, ports, { ':7070': address, ...(!isConfined && { '/data': data }) }),
    folders: { '/data/reveille': path.join(data, 'reveille') },
    env: processEnvironment(service, { ...context, isConfined, own: {} }),
    probe: async () => {
      const { ok } = await fetch(`http://${address}/health`);
      if (!ok) throw new Error('The S3 server is not ready.');
    },
  });
}
