import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, test } from 'vitest';

import { readPdfUpload } from '../../../api/body/pdf-upload.ts';
import type { Job } from '../../../store/jobs/jobs.ts';

const job = { addInput: () => Promise.reject(new Error('Nothing was sent')) } as unknown as Job;

test('an upload whose sender went away before it is read is given up', async () => {
  await using server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sending = request({
    port: (server.address() as AddressInfo).port,
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=a' },
  });
  sending.on('error', () => undefined).write('--a\r\n');
  const [arriving] = (await once(server, 'request')) as [IncomingMessage];
  const closed = Promise.withResolvers<void>();
  arriving.on('error', () => undefined).once('close', closed.resolve);
  sending.destroy();
  await closed.promise;
  await expect(readPdfUpload(arriving, job)).rejects.toThrow('The client disconnected');
});
