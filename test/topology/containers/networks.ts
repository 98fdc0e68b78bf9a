import { spawn } from 'node:child_process';
import type { Socket } from 'node:dgram';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream';

import { runQuietly } from '#bin/embedded/run-quietly.ts';
import { answerTo } from './dns.ts';
import type { Wish } from './networks-process.ts';

const addressOf = (network: number, member: number) => `172.28.${network}.${member}`;
/** That of the machine in the first network. */
const gateway = addressOf(0, 1);
/** The same for agents, who send a key by plain HTTP to a loopback address only. */
export const machine = '127.0.0.2';
const routeLoopback = 'sh -c "echo 1 > /proc/sys/net/ipv4/conf/all/route_localnet"';

/**
 * Networks of docker-compose.yml: each is a bridge in a namespace of this run, and each instance of a service has a namespace
 * with an address in those that it is in. Nothing of it is on the machine's own network, and no way leads out of it but
 * what is published and reached. Names are those of the instances that run. All of it ends with this process.
 */
export async function createNetworks(folder: string, isRunning: (instance: string) => boolean) {
  const file = path.join(import.meta.dirname, 'networks-process.ts');
  const script = `mount -t tmpfs tmpfs /run; ip link set lo up; ${routeLoopback}; exec "$@"`;
  const args = ['--net', '--mount', '--', 'sh', '-euc', script, 'sh', process.execPath, file];
  const child = spawn('unshare', args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('a namespace could not be made')));
  const [, dns] = (await Promise.race([once(child, 'message'), ended])) as [string, Socket];
  dns.on('message', (question, { port, address }) =>
    dns.send(answerTo(question, addressesOf), port, address),
  );
  const etc = {
    hosts: `127.0.0.1 localhost\n${gateway} host.docker.internal\n`,
    'resolv.conf': `nameserver ${gateway}\n`,
  };
  for (const [name, text] of Object.entries(etc)) await writeFile(path.join(folder, name), text);
  const bridges: string[] = [];
  const named: { readonly name: string; readonly instance: string; readonly address: string }[] = [];
  const members = new Map<string, Promise<string>>();
  const reached = new Map<number, Promise<Server>>();
  let addresses = 1;
  let last: Promise<unknown> = Promise.resolve();

  const addressesOf = (name: string) =>
    named.filter((one) => one.name === name && isRunning(one.instance)).map(({ address }) => address);

  /** One after the other: names of what the kernel makes are counted, and answers of the process belong to the wish before. */
  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  }

  async function carryOut(...commands: readonly string[]): Promise<void> {
    const enter = ['nsenter', `--target=${child.pid}`, '--net', '--mount', '--', 'sh', '-euc'];
    const { ok, lastLines } = await runQuietly([...enter, commands.join('\n')], { timeoutMs: 30_000 });
    if (!ok) throw new Error(`The network was not made: ${lastLines}`);
  }

  async function ask(wish: Wish, published?: Server): Promise<Server | undefined> {
    child.send(wish, published);
    const [, server] = (await once(child, 'message')) as [string, Server?];
    return server;
  }

  async function listen(port: number): Promise<Server> {
    const server = (await ask({ listenOn: port }))!;
    return server.on('connection', (socket) => {
      pipeline(socket, connect(port, '127.0.0.1'), socket, () => undefined);
    });
  }

  async function indexOf(network: string): Promise<number> {
    if (!bridges.includes(network)) {
      const bridge = `b${bridges.push(network) - 1}`;
      await carryOut(
        `ip link add ${bridge} type bridge`,
        `ip addr add ${addressOf(bridges.length - 1, 1)}/24 dev ${bridge}`,
        `ip link set ${bridge} up`,
      );
    }
    return bridges.indexOf(network);
  }

  async function add(instance: string, networks: readonly string[], names: readonly string[]) {
    const lo = `ip -n ${instance} addr`;
    await carryOut(
      `ip netns add ${instance}; ip -n ${instance} link set lo up`,
      `${lo} del 127.0.0.1/8 dev lo; ${lo} add 127.0.0.1/32 dev lo`,
      `ip netns exec ${instance} ${routeLoopback}`,
    );
    addresses += 1;
    const member = addresses;
    for (const network of networks) {
      const index = await indexOf(network);
      const [outside, inside] = [`v${index}-${member}`, `eth${index}`];
      const address = addressOf(index, member);
      await carryOut(
        `ip link add ${outside} type veth peer name ${inside} netns ${instance}`,
        `ip link set ${outside} master b${index} up`,
        `ip -n ${instance} addr add ${address}/24 dev ${inside}`,
        `ip -n ${instance} link set ${inside} up`,
      );
      if (index === 0) await carryOut(`ip -n ${instance} route add ${machine} via ${gateway}`);
      named.push(...names.map((name) => ({ name, instance, address })));
    }
    return addressOf(await indexOf(networks[0]!), member);
  }

  return {
    /** Files that each instance has in /etc. */
    etc: Object.keys(etc).map((name) => path.join(folder, name)),
    /** Gives an instance its place under these names, and the file that a process enters it by. */
    join: async (instance: string, networks: readonly string[], names: readonly string[]) => {
      const address = members.get(instance) ?? inOrder(() => add(instance, networks, names));
      members.set(instance, address);
      await address;
      return `/proc/${child.pid}/root/run/netns/${instance}`;
    },
    /** A port of an instance that has joined, on the loopback address of this machine. */
    publish: async (instance: string, port: number, here: number) => {
      const to = { host: await members.get(instance)!, port };
      const server = createServer().listen(here, '127.0.0.1');
      await once(server, 'listening');
      await inOrder(() => ask({ to }, server));
      server.close();
    },
    /** Lets instances reach what listens on this port of the loopback address of this machine. */
    reach: async (port: number) => {
      const server = reached.get(port) ?? inOrder(() => listen(port));
      reached.set(port, server);
      await server;
    },
    remove: async () => {
      for (const server of reached.values()) (await server).close();
      dns.close();
      child.disconnect();
      await ended.catch(() => undefined);
    },
  };
}
