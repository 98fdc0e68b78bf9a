import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';

import { onLoopback, type Ports } from './hosts.ts';
import { type ComposeService, root } from './read-compose.ts';

/** What another place than a container makes other. */
export interface Place {
  readonly ports: Ports;
  /** The folder that is mounted at /run/secrets, and that env_file is read from. */
  readonly secrets: string;
  /** Whether its files are where they are in its container. */
  readonly isConfined?: boolean;
  /** Where this process serves, and keeps its data. */
  readonly own: Readonly<Record<string, string>>;
}

/**
 * The environment of a service of docker-compose.yml, for a process on this machine: addresses are on loopback, files are
 * where they are here, and nothing else differs.
 */
export function processEnvironment(
  { environment, env_file: file }: ComposeService,
  { ports, secrets, isConfined = false, own }: Place,
): Record<string, string> {
  const given = Object.entries(environment).map(([name, value]) => [
    name,
    isConfined ? onLoopback(value, ports) : inPlace(value, ports, secrets),
  ]);
  const fromFile =
    file === undefined ? {} : parseEnv(readFileSync(path.join(secrets, path.basename(file)), 'utf8'));
  return { ...Object.fromEntries(given), ...fromFile, ...own } as Record<string, string>;
}

const inPlace = (value: string, ports: Ports, secrets: string) =>
  onLoopback(value, ports)
    .replace(/^\/run\/secrets\b/, secrets)
    .replace(/^\/etc\/temporal\/reveille\b/, path.join(root, 'deploy/temporal'));
