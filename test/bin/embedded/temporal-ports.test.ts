import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startTemporal } from '#bin/embedded/temporal.ts';
import { freePort } from '#platform/free-port.ts';
import { newDataDir } from '#test/support/temporary-folder.ts';

it('a Temporal that finds a port taken meanwhile is started again', async () => {
  const other = createServer((socket) => socket.destroy()).listen(await freePort(), '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const pids: number[] = [];
  const temporal = await startTemporal({
    dataDir: await newDataDir(),
    inMemory: true,
    port,
    endsWithUs: true,
    onSpawn(pid) {
      pids.push(pid);
      if (pids.length === 2) other.close();
    },
    log: () => {},
  });
  onTestFinished(() => temporal.stop());
  expect(pids).toHaveLength(2);
  expect(temporal.port).toBe(port);
});
