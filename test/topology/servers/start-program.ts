import { mkdir } from 'node:fs/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { serverEnvironment, startInBackground } from '#bin/embedded/background-process.ts';
import { runQuietly } from '#bin/embedded/run-quietly.ts';
import { startWhenReady } from '#bin/embedded/start-when-ready.ts';
import { SetupError } from '#bin/setup-error.ts';
import { onThisMachine, variablesOf } from '../compose/process-environment.ts';
import { root } from '../compose/read-compose.ts';
import { wordsOf } from '../containers/images.ts';
import type { Context } from '../context.ts';

interface Run {
  /** Its name in docker-compose.yml. */
  readonly service: string;
  /** Several may run of one service. */
  readonly instance?: string;
  /** Files of this machine that stand for those of its image. */
  readonly programs?: readonly string[];
  /** On this machine, by the path in its container: each of its volumes. */
  readonly folders?: Readonly<Record<string, string>>;
  /** On this machine, by the port in its container. */
  readonly published?: Readonly<Record<string, number>>;
  /** Variables in which it differs from the file. */
  readonly own?: Readonly<Record<string, string>>;
  /** In which a process of this machine differs from a container. */
  readonly plain?: {
    readonly args?: readonly string[];
    readonly own?: Readonly<Record<string, string>>;
    readonly paths?: Readonly<Record<string, string>>;
    /** The words that make it run as another user, and end it with us, too. */
    readonly asUser?: readonly string[];
  };
}

/** The command of a service and its variables: as docker-compose.yml says in its container, or as near to it without one. */
export async function runOf({ compose, containers, ports, secrets }: Context, run: Run) {
  const { service: name, instance = name, programs = [], folders = {}, published = {}, plain = {} } = run;
  const service = compose.services[name]!;
  const variables = { ...variablesOf(service, secrets), ...run.own };
  if (containers !== null)
    return await containers.enclose({ service: name, instance, variables, programs, folders, published });
  const paths = { node: process.execPath, ...folders, ...plain.paths };
  const here = onThisMachine(service, { ports, secrets, paths });
  const folder = programs.map((file) => path.dirname(file));
  return {
    command: [...(plain.asUser ?? []), ...wordsOf(service).map(here), ...(plain.args ?? [])],
    env: {
      ...serverEnvironment(process.env),
      PATH: [...folder, process.env['PATH']].join(':'),
      ...Object.fromEntries(Object.entries(variables).map(([variable, value]) => [variable, here(value)])),
      ...plain.own,
    },
  };
}

/** Keeps a server of others running, with its log in the folder of the topology. Resolves when it is healthy. */
export async function keepServer(context: Context, run: Run & { readonly port: number }): Promise<void> {
  const { containers, kept, folder, signal } = context;
  const { service: name, plain, port } = run;
  const { command: words, env } = await runOf(context, run);
  const [command = '', ...args] = words;
  const endsWithUs = containers === null && plain?.asUser === undefined;
  const logFile = path.join(folder, 'logs', `${name}.log`);
  await mkdir(path.join(folder, name), { recursive: true });
  await kept.keep(name, async (onSpawn) => {
    const start = () => startInBackground({ command, args, env, logFile, onSpawn, endsWithUs });
    if (containers !== null) return start();
    const probe = () => connection(port);
    return await startWhenReady({ title: name, logFile, start, probe, timeoutMs: 120_000, signal });
  });
  await containers?.untilHealthy(name).catch((error: Error) => {
    throw new SetupError(`${error.message}; its log is ${logFile}`);
  });
}

/** Runs a service of docker-compose.yml that ends by itself. */
export async function runToEnd(context: Context, run: Run): Promise<void> {
  const { command, env } = await runOf(context, run);
  const { signal } = context;
  const result = await runQuietly(command, { timeoutMs: 300_000, signal, env, cwd: root });
  if (!result.ok) throw new SetupError(`${run.service} failed: ${result.lastLines}`);
}

async function connection(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
