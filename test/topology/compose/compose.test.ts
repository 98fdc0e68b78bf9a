import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { temporalServerVersion } from '../servers/find-temporal-server.ts';
import { folderOfFile } from '#test/support/temporary-folder.ts';
import { hosts, onLoopback, type Ports } from './hosts.ts';
import { onThisMachine, variablesOf } from './process-environment.ts';
import { readCompose, root } from './read-compose.ts';

const ports = Object.fromEntries(hosts.map((host, index) => [host, 20_000 + index])) as Ports;
const compose = readCompose();
const folder = folderOfFile('reveille-compose-');
let secrets: string;
beforeAll(() => {
  secrets = path.join(folder(), 'secrets');
  execFileSync('sh', ['deploy/make-secrets.sh', secrets], { cwd: root });
});

const here = (name: string, paths: Readonly<Record<string, string>> = {}) =>
  onThisMachine(compose.services[name]!, { ports, secrets, paths });

/** The members in which the environment of a process differs from what docker-compose.yml says. */
const differences = (name: string) => {
  const { environment, ...service } = compose.services[name]!;
  const variables = Object.entries(variablesOf({ environment, ...service }, secrets));
  const translated = variables.map(([variable, value]) => [variable, here(name)(value)] as const);
  return Object.fromEntries(translated.filter(([variable, value]) => environment[variable] !== value));
};

describe('a topology', () => {
  it('gives API and worker every line of docker-compose.yml, with other addresses and places of secrets', () => {
    const expected = {
      REDIS_URL_FILE: path.join(secrets, 'redis-url'),
      REDIS_CACHE_URL_FILE: path.join(secrets, 'redis-cache-url'),
      TEMPORAL_ADDRESS: `127.0.0.1:${ports['temporal:7233']}`,
      MASTER_KEYS_FILE: path.join(secrets, 'master-keys'),
      BLOBS_URL_FILE: path.join(secrets, 'blobs-url'),
      EGRESS_DENY_ENDPOINTS: expect.stringMatching(/^((127\.0\.0\.1:2\d{4}|api-2:\d+|prometheus:9090),){8}$/),
    };
    expect(differences('api')).toEqual({
      ...expected,
      ADMIN_TOKEN_FILE: path.join(secrets, 'admin-token'),
    });
    expect(differences('worker')).toEqual(expected);
  });

  it("gives Temporal's server the settings of its container, its password, and the file of deploy/", () => {
    expect(differences('temporal')).toEqual({
      DYNAMIC_CONFIG_FILE_PATH: path.join(root, 'deploy/temporal/dynamic-config.yaml'),
      POSTGRES_PWD: expect.stringMatching(/^\w{40}$/),
      SQL_PASSWORD: expect.stringMatching(/^\w{40}$/),
    });
  });

  it('gives the S3 server its key, and nothing of others', () => {
    expect(differences('s3')).toEqual({
      ROOT_ACCESS_KEY_ID: 'reveille',
      ROOT_SECRET_ACCESS_KEY: expect.stringMatching(/^\w{40}$/),
    });
  });

  it.each(['redis', 'redis-cache', 'postgres'])('runs %s by the command of its container', (name) => {
    const { command = [] } = compose.services[name]!;
    const conf = path.join(secrets, 'redis-conf');
    expect(command.map(here(name))).toEqual(command.with(1, name === 'postgres' ? '-c' : conf));
  });

  it('tells the replica where its primary is, and else what its container is told', () => {
    const { command = [] } = compose.services['redis-replica']!;
    const [program, file, option, , , ...settings] = command;
    expect(command.map(here('redis-replica', { redis: '127.0.0.1', '6379': '20003' }))).toEqual([
      program,
      file?.replace('/run/secrets', secrets),
      option,
      '127.0.0.1',
      '20003',
      ...settings,
    ]);
  });

  it('finds the files that a service mounts where they are here', () => {
    const [, script = ''] = compose.services['redis']!.entrypoint ?? [];
    expect(here('redis')(script)).toBe(path.join(root, 'deploy/redis/start-primary.sh'));
  });

  it("has the version of Temporal's server that the images have", () => {
    for (const [name, image] of [
      ['temporal', 'temporalio/server'],
      ['database-set-up', 'temporalio/admin-tools'],
    ] as const)
      expect(compose.services[name]!.image).toBe(`${image}:${temporalServerVersion}`);
  });

  it('tells addresses apart where one is the beginning of another', () => {
    expect(onLoopback('redis-cache:6379,redis:6379', ports)).toBe(
      `127.0.0.1:${ports['redis-cache:6379']},127.0.0.1:${ports['redis:6379']}`,
    );
  });
});

describe("Temporal's server", () => {
  it('is built from the version that its module pins', () => {
    const text = readFileSync(path.join(root, 'test/topology/servers/go/go.mod'), 'utf8');
    expect(text).toContain(`go.temporal.io/server v${temporalServerVersion}`);
  });
});
