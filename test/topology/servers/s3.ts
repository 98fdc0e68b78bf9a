import path from 'node:path';

import { findS3Server } from '#test/support/programs/find-s3-server.ts';
import type { Context } from '../context.ts';
import { keepServer } from './start-program.ts';

/** The S3 server of docker-compose.yml on a folder, with its bucket. */
export async function startS3(context: Context): Promise<void> {
  const { ports, folder, say, signal } = context;
  const data = path.join(folder, 's3');
  const port = ports['s3:7070'];
  await keepServer(context, {
    service: 's3',
    programs: [await findS3Server({ log: say, signal })],
    folders: { '/data/reveille': path.join(data, 'reveille') },
    port,
    plain: { paths: { ':7070': `127.0.0.1:${port}`, '/data': data } },
  });
}
