import { readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import path from 'node:path';

import { parse } from 'yaml';
import { z } from 'zod';

import { type Look, notAsked, unwell, well } from './finding.ts';
import { gigabytes } from './measures.ts';

const file = path.join(import.meta.dirname, '../../docker-compose.yml');

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      restart: z.string(),
      mem_limit: z.string(),
      profiles: z.array(z.string()).default([]),
      deploy: z.object({ replicas: z.int() }).default({ replicas: 1 }),
      environment: z.record(z.string(), z.unknown()).default({}),
    }),
  ),
});

/** `${NAME:-default}` in a text of docker-compose.yml. */
export const substituted = (text: string, variables: Readonly<Record<string, string | undefined>>): string =>
  text.replaceAll(
    /\$\{([A-Z_]+):-([^}]*)\}/g,
    (_, name: string, otherwise: string) => variables[name] || otherwise,
  );

const units: Readonly<Record<string, number>> = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

function bytesOf(limit: string): number {
  const [, number = '', unit = ''] = /^(\d+)([kmg]?)b?$/i.exec(limit) ?? [];
  return Number(number) * (units[unit.toLowerCase()] ?? 1);
}

/** Adds up what the services of docker-compose.yml may take, where it is what runs: its Temporal is ours. */
export const composeLimitsLook = (
  temporalAddress: string | undefined,
  memoryBytes: number = totalmem(),
): Look => ({
  what: 'memory, all limits',
  otherwise: `Look at ${file}: it cannot be read.`,
  look: async () => {
    const text = substituted(await readFile(file, 'utf8'), process.env);
    const { services } = Compose.parse(parse(text, { merge: true }));
    if (services['api']?.environment['TEMPORAL_ADDRESS'] !== temporalAddress)
      return notAsked('docker-compose.yml is not what runs here');
    const lasting = Object.values(services).filter(({ restart }) => restart === 'unless-stopped');
    const sum = (some: typeof lasting) =>
      some.reduce((bytes, { mem_limit, deploy }) => bytes + deploy.replicas * bytesOf(mem_limit), 0);
    const usual = sum(lasting.filter(({ profiles }) => profiles.length === 0));
    const found = `docker-compose.yml lets its services take ${gigabytes(usual)}, ${gigabytes(sum(lasting))} with every profile; the machine has ${gigabytes(memoryBytes)}`;
    if (usual <= memoryBytes) return well(found);
    return unwell(
      found,
      'Lower mem_limit and REDIS_MAXMEMORY, or take a larger machine: when all are busy the system ends what it chooses.',
    );
  },
});
