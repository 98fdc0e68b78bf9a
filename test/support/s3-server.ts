import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import getPort from 'get-port';

import { startInBackground } from '#bin/embedded/background-process.ts';
import { presentS3Server } from './programs/find-s3-server.ts';
import { startWhenReady } from '#bin/embedded/start-when-ready.ts';

/** `npm test` builds it first; without one the tests that need it are skipped. */
export const s3Command = await presentS3Server();

/** A real S3 server on a folder, with one bucket. */
export async function startS3Server(folder: string) {
  const port = await getPort({ host: '127.0.0.1' });
  const host = `127.0.0.1:${port}`;
  const [accessKeyId, secretAccessKey] = ['reveille', randomUUID()];
  await mkdir(path.join(folder, 'data', 'bucket'), { recursive: true });
  const credentials = ['--access', accessKeyId, '--secret', secretAccessKey];
  const logFile = path.join(folder, 's3.log');
  const server = await startWhenReady({
    title: 'The S3 server',
    logFile,
    start: () =>
      startInBackground({
        command: s3Command ?? 'versitygw',
        args: [
          ...credentials,
          '--port',
          host,
          '--quiet',
          '--health',
          '/health',
          'posix',
          '--nometa',
          path.join(folder, 'data'),
        ],
        logFile,
        endsWithUs: true,
      }),
    probe: async () => {
      const { ok } = await fetch(`http://${host}/health`);
      if (!ok) throw new Error('The S3 server is not ready.');
    },
    timeoutMs: 60_000,
  });
  return {
    /** A value of `BLOBS_URL`. */
    url: `s3://${accessKeyId}:${secretAccessKey}@${host}/bucket?tls=false`,
    secretAccessKey,
    pid: server.pid,
    /** The folder of the objects. */
    folder: path.join(folder, 'data', 'bucket'),
    [Symbol.asyncDispose]: () => server.stop(),
  };
}
