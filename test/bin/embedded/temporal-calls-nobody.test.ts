import { execFile, execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

import { newDataDir } from '#test/support/temporary-folder.ts';

const root = path.join(import.meta.dirname, '../../..');

/** A network of its own, in which a name server of the test's answers: only some systems allow that. */
const inOwnNetwork = (command: string) => ['-rmn', 'sh', '-c', `ip link set lo up && ${command}`];
const canHaveOne = (() => {
  try {
    execFileSync('unshare', inOwnNetwork('mount --bind /etc/hosts /etc/resolv.conf'), { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** Starts the development server and prints the names that were asked for while it started and for some seconds afterwards. */
const script = (dataDir: string) => `
import { createSocket } from 'node:dgram';
import { setTimeout as pause } from 'node:timers/promises';
import { startTemporal } from '${root}/bin/embedded/temporal.ts';

const asked = new Set();
const server = createSocket('udp4');
server.on('message', (message, { port, address }) => {
  const labels = [];
  for (let at = 12; message[at] !== 0; at += message[at] + 1)
    labels.push(message.subarray(at + 1, at + 1 + message[at]).toString());
  asked.add(labels.join('.'));
  const refusal = Buffer.from(message);
  refusal.writeUInt16BE(0x8183, 2);
  server.send(refusal, port, address);
});
await new Promise((resolve) => server.bind(53, '127.0.0.1', resolve));
const temporal = await startTemporal({ dataDir: '${dataDir}', inMemory: true, log: () => {} });
// Its makers would be asked right after the start; nothing tells when it would not.
await pause(5_000);
await temporal.stop();
console.log(JSON.stringify([...asked]));
process.exit();
`;

test.skipIf(!canHaveOne)('the development server of Temporal asks no name server for anybody', async () => {
  const dataDir = await newDataDir();
  const [file, resolver] = [path.join(dataDir, 'start.mjs'), path.join(dataDir, 'resolv.conf')];
  await writeFile(file, script(dataDir));
  await writeFile(resolver, 'nameserver 127.0.0.1\n');
  const command = `mount --bind ${resolver} /etc/resolv.conf && ${process.execPath} ${file}`;
  const { stdout } = await promisify(execFile)('unshare', inOwnNetwork(command), { cwd: root });
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual([]);
});
