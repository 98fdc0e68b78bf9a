import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

import { expect, it, onTestFinished } from 'vitest';

import { freePort } from '#platform/free-port.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { createNetworks, machine } from './networks.ts';

const mayNot = spawnSync('unshare', ['--net', 'ip', 'link', 'add', 'b0', 'type', 'bridge']).status !== 0;

const node = (file: string, script: string) =>
  ['nsenter', [`--net=${file}`, '--', process.execPath, '-e', script]] as const;

/** The answer that an instance that enters by `file` gets there: the text, or the code of the error. */
const get = (file: string, host: string, port: number) =>
  say(
    file,
    `net.connect(${port}, '${host}').on('error', ({ code }) => console.log(code)).on('data', (text) => console.log(String(text)))`,
  );

/** The addresses that it finds under a name, or the code of the error. */
const lookUp = (file: string, name: string, kind: 'A' | 'AAAA' = 'A') =>
  say(
    file,
    `const names = new dns.Resolver(); names.setServers(['172.28.0.1']);
     names.resolve('${name}', '${kind}', (error, found) => console.log(error?.code ?? found.join(' ')))`,
  );

async function say(file: string, script: string): Promise<string> {
  const child = spawn(...node(file, script), { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const chunk of child.stdout) text += String(chunk);
  return text.trim();
}

async function start() {
  const networks = await createNetworks(
    await temporaryFolder('reveille-networks-'),
    (instance) => instance !== 'gone',
  );
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
  return { networks, one, two, other };
}

it.skipIf(mayNot)('connects the instances of a network by their names, and no others', async () => {
  const { one, other } = await start();
  const [address = ''] = (await lookUp(one, 'second')).split(' ');
  expect(await get(one, address, 70)).toBe('two');
  expect(await get(other, address, 70)).toBe('ENETUNREACH');
});

it.skipIf(mayNot)('finds every instance of a name that runs, and nothing else of any name', async () => {
  const { networks, one } = await start();
  await networks.join('three', ['default'], ['two', 'three']);
  await networks.join('gone', ['default'], ['two', 'gone']);
  const three = await lookUp(one, 'three');
  expect(three).toMatch(/^172\.28\.0\.\d+$/);
  expect((await lookUp(one, 'TWO')).split(' ')).toEqual([
    expect.stringMatching(/^172\.28\.0\.\d+$/),
    expect.stringMatching(/^172\.28\.1\.\d+$/),
    three,
  ]);
  expect(await lookUp(one, 'gone')).toBe('ENOTFOUND');
  expect(await lookUp(one, 'example.com')).toBe('ENOTFOUND');
  expect(await lookUp(one, 'three', 'AAAA')).toBe('ENODATA');
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
