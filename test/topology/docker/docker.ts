import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { runQuietly } from '#bin/embedded/run-quietly.ts';
import { SetupError } from '#bin/setup-error.ts';
import { untilReady } from '#bin/supervisor/until-ready.ts';
import { readAll, startLoopbackServer } from '#test/support/loopback-server.ts';
import { type Instance, keepInstance, nameOf, serviceOf } from '../instances.ts';
import { starts, startServices } from '../start-services.ts';
import type { Topology } from '../start-topology.ts';

/** Volumes of docker-compose.yml whose content guides copy, below the folder of a topology. */
const volumes: Readonly<Record<string, string>> = {
  redis: 'redis',
  blobs: 's3/reveille',
  postgres: 'postgres/data',
};
const optionsWithValue = new Set(['-e', '-v', '--profile']);

/** Options before the first word that is none, and the words from there on. */
function split(words: readonly string[]) {
  const values = new Map<string, string>();
  let at = 0;
  while (words[at]?.startsWith('-')) {
    const takes = optionsWithValue.has(words[at]!) ? 2 : 1;
    values.set(words[at]!, words[at + takes - 1]!);
    at += takes;
  }
  return { values, rest: words.slice(at) };
}

/** Runs scripts of guides and of deploy/ on a topology: it does what their commands `docker …` say. */
export function createDocker({ context, instances }: Pick<Topology, 'context' | 'instances'>) {
  const { containers, folder, kept, signal } = context;
  if (containers === null) throw new SetupError('This needs containers: root on Linux.');

  async function replace(instance: Instance): Promise<void> {
    await kept.stop(nameOf(instance));
    await keepInstance(context, instance);
    if (instance.kind === 'api') await untilReady(`http://localhost:${instance.port}`, signal);
  }

  const instancesOf = (service: string) => instances.filter((one) => serviceOf(one) === service);

  async function up(service: string | undefined): Promise<void> {
    if (service === undefined) await startServices(context);
    else if (service in starts) await starts[service]!(context);
    else await Promise.all(instancesOf(service).map(replace));
  }

  /** A container beside the services: its command on the folder of the volume. */
  function onVolume(words: readonly string[]): readonly string[] {
    const {
      values,
      rest: [, ...command],
    } = split(words);
    const [volume = '', target = ''] = values.get('-v')!.replace('reveille_', '').split(':');
    return command.map((word) => word.replaceAll(target, path.join(folder, volumes[volume]!)));
  }

  /** Gives the command that is to have the streams of the script. */
  async function carryOut([first, ...words]: readonly string[]): Promise<readonly string[]> {
    if (first === 'run') return onVolume(words);
    const [verb = '', ...more] = split(words).rest;
    const { values, rest } = split(more);
    const [service, ...command] = rest;
    if (verb === 'exec') {
      const name = instancesOf(service!).map(nameOf)[0] ?? service!;
      return containers!.inside(name, ['env', values.get('-e') ?? '--', ...command]);
    }
    if (verb === 'up') await up(service);
    else if (verb === 'run') await starts[service!]!(context);
    else if (verb === 'create')
      for (const one of Object.values(volumes)) await mkdir(path.join(folder, one), { recursive: true });
    // The image is made at the start.
    else if (verb !== 'build') throw new Error(`docker ${[first, ...words].join(' ')} is not known here.`);
    return [];
  }

  /** Runs the text of a script in a folder. Gives what it printed; rejects where it fails. */
  return async (text: string, cwd: string): Promise<string> => {
    await using control = await startLoopbackServer((request, response) => {
      const end = (status: number, text: string) => response.writeHead(status).end(text);
      void readAll(request)
        .then((words) => carryOut(JSON.parse(words) as string[]))
        .then(
          (command) => end(200, JSON.stringify(command)),
          (error: Error) => end(500, error.message),
        );
    });
    const bin = path.join(folder, 'bin');
    const command = path.join(import.meta.dirname, 'command.ts');
    await mkdir(bin, { recursive: true });
    const script = `#!/bin/sh\nexec ${process.execPath} ${command} ${control.origin} "$@"\n`;
    await writeFile(path.join(bin, 'docker'), script, { mode: 0o755 });
    const env = { PATH: `${bin}:${process.env['PATH']}` };
    const result = await runQuietly(['sh', '-euc', text], { timeoutMs: 20 * 60_000, signal, cwd, env });
    if (!result.ok) throw new SetupError(`A script failed: ${result.output}`);
    return result.output;
  };
}
