import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';

import { onLoopback, type Ports } from './hosts.ts';
import { type ComposeService, root } from './read-compose.ts';

/** The variables that docker-compose.yml gives a service. `secrets`: the folder that env_file is read from. */
export function variablesOf(
  { environment, env_file: file }: ComposeService,
  secrets: string,
): Readonly<Record<string, string>> {
  const text = file === undefined ? '' : readFileSync(path.join(secrets, path.basename(file)), 'utf8');
  return { ...environment, ...(parseEnv(text) as Record<string, string>) };
}

interface Place {
  readonly ports: Ports;
  /** The folder that is mounted at /run/secrets. */
  readonly secrets: string;
  /** On this machine, by the path in a container. */
  readonly paths: Readonly<Record<string, string>>;
}

/** A word or value of a service for a process of this machine: addresses are on loopback, files are where they are here. */
export function onThisMachine({ volumes }: ComposeService, { ports, secrets, paths }: Place) {
  const mounted = volumes.map((volume) => volume.split(':')).filter(([source]) => source!.startsWith('./'));
  const places = Object.entries({
    '/run/secrets': secrets,
    ...Object.fromEntries(mounted.map(([source, target]) => [target, path.join(root, source!)])),
    ...paths,
  });
  return (text: string): string => {
    const [there, here] = places.find(([one]) => text === one || text.startsWith(`${one}/`)) ?? ['', ''];
    return onLoopback(here + text.slice(there.length), ports);
  };
}
