import { readFileSync } from 'node:fs';
import path from 'node:path';

import { parse } from 'yaml';
import { z } from 'zod';

import { substituted } from '#bin/doctor/compose-limits.ts';

const seconds = z
  .string()
  .regex(/^\d+s$/)
  .transform((text) => Number.parseInt(text, 10) * 1_000);
/** Its times are in milliseconds. */
const Healthcheck = z.object({
  test: z.tuple([z.literal('CMD')], z.string()),
  interval: seconds,
  timeout: seconds,
  retries: z.int(),
  start_period: seconds.default(0),
});

/** The part of a service of docker-compose.yml that is looked at here. */
const Service = z.object({
  image: z.string(),
  entrypoint: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.coerce.string()).default({}),
  env_file: z.string().optional(),
  secrets: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  profiles: z.array(z.string()).default([]),
  depends_on: z
    .record(z.string(), z.object({ condition: z.string(), required: z.boolean().default(true) }))
    .default({}),
  healthcheck: Healthcheck.optional(),
  networks: z.array(z.string()).default(['default']),
  restart: z.string(),
  deploy: z.object({ replicas: z.int() }).optional(),
  stop_grace_period: z.string().optional(),
  user: z.string().optional(),
  read_only: z.boolean(),
  tmpfs: z.array(z.string()),
  cap_drop: z.array(z.string()),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()),
  pids_limit: z.int(),
  mem_limit: z.string(),
  logging: z.object({ driver: z.string(), options: z.record(z.string(), z.string()) }),
  extra_hosts: z.array(z.string()).default([]),
  shm_size: z.string().default('64m'),
});

const Compose = z.object({
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});
export type Healthcheck = z.infer<typeof Healthcheck>;
export type ComposeService = z.infer<typeof Service>;
export type Compose = z.infer<typeof Compose>;

export const root = path.join(import.meta.dirname, '../../..');

/** docker-compose.yml as Compose reads it where these variables are set and no others. */
export function readCompose(variables: Readonly<Record<string, string>> = {}): Compose {
  const text = readFileSync(path.join(root, 'docker-compose.yml'), 'utf8');
  const inPlace = (_: unknown, value: unknown) =>
    typeof value === 'string' ? substituted(value, variables) : value;
  return Compose.parse(parse(text, inPlace, { merge: true }));
}
