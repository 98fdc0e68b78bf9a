import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import path from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { freePort } from '#platform/free-port.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { createNetworks, machine } from './networks.ts';

const mayNot = spawnSync('unshare', ['--net', 'ip', 'link', 'add', 'b0', 'type', 'bridge']).status !== 0;

const node = (file: string, script: string) =>
  ['nsenter', [`--net=${file}`, '--', process.execPath, '-e', script]] as const;

/** The answer that an instance that enters by `file` gets there: the text, or the code of the error. */
async function get(file: string, host: string, port: number): Promise<string> {
  const script = `net.connect(${port}, '${host}').on('error', ({ code }) => console.log(code)).on('data', (text) => console.log(String(text)))`;
  const child = spawn(...node(file, script), { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const chunk of child.stdout) text += String(chunk);
  return text.trim();
}

async function start() {
  const hosts = path.join(await temporaryFolder('reveille-networks-'), 'hosts');
  const networks = await createNetworks(hosts);
  onTestFinished(networks.remove);
  const [one, two, other] = await Promise.all([
    networks.join('one', ['default'], ['one']),
    networks.join('two', ['default', 'more'], ['two', 'second']),
    networks.join('other', ['elsewhere'], ['other']),
  ]);
  const server = spawn(
    ...node(two, `net.createServer((socket) => socket.end('two')).listen(70, () => console.log('listens'))`),
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void server.kill());
  await once(server.stdout, 'data');
  const addressOf = async (name: string) =>
    new RegExp(`^(\\S+) .*\\b${name}$`, 'm').exec(await readFile(hosts, 'utf8'))?.[1] ?? '';
  return { networks, one, two, other, addressOf };
}

it.skipIf(mayNot)('connects the instances of a network by their names, and no others', async () => {
  const { one, other, addressOf } = await start();
  expect(await get(one, await addressOf('second'), 70)).toBe('two');
  expect(await get(other, await addressOf('second'), 70)).toBe('ENETUNREACH');
});

it.skipIf(mayNot)('lets this machine reach what is published alone, on its loopback address', async () => {
  const { networks } = await start();
  const port = await freePort();
  await networks.publish('two', 70, port);
  const socket = connect(port, '127.0.0.1');
  expect(String((await once(socket, 'data'))[0])).toBe('two');
});

it.skipIf(mayNot)('lets an instance reach what it may of this machine, and nothing else', async () => {
  const { networks, one } = await start();
  const ports: number[] = [];
  for (const text of ['allowed', 'closed']) {
    const server = createServer((socket) => socket.end(text)).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    ports.push((server.address() as AddressInfo).port);
  }
  await networks.reach(ports[0]!);
  expect(await get(one, machine, ports[0]!)).toBe('allowed');
  expect(await get(one, machine, ports[1]!)).toBe('ECONNREFUSED');
  expect(await get(one, '127.0.0.1', ports[0]!)).toBe('ECONNREFUSED');
});
