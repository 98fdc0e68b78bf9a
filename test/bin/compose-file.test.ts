import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { once } from '#domain/once.ts';
import { stopMs } from '#domain/stop-times.ts';
import { readConfig } from '#platform/config.ts';
import { Environment, secretNames } from '#platform/environment.ts';
import { loadSecretFiles } from '#platform/secret-files.ts';
import { settingsOfApi } from '#platform/worker-environment.ts';
import { folderOfFile, temporaryFolder } from '#test/support/temporary-folder.ts';
import { readCompose, root } from '#test/topology/compose/read-compose.ts';
import { isIgnored } from '#test/topology/containers/dockerfile.ts';

const file = readCompose();
const services = Object.entries(file.services);
const lasting = services.filter(([, { restart }]) => restart === 'unless-stopped');
const ofReveille = ['api', 'worker'] as const;

const makeSecrets = (folder: string) => execFileSync('sh', ['deploy/make-secrets.sh', folder], { cwd: root });

/** A folder with every secret, as the script of deploy/ writes it. */
async function newSecrets(): Promise<string> {
  const folder = path.join(await temporaryFolder('reveille-secrets-'), 'secrets');
  makeSecrets(folder);
  return folder;
}

/** Another, for tests that read it. */
const folderOfSecrets = folderOfFile('reveille-secrets-');
const secrets = once(() => {
  makeSecrets(folderOfSecrets());
  return folderOfSecrets();
});

/** The settings that a service of ours is given, its secrets from this folder. */
const settingsOf = (name: (typeof ofReveille)[number], secrets: string) =>
  readConfig(
    loadSecretFiles(
      Object.fromEntries(
        Object.entries(file.services[name]!.environment).map(([key, value]) => [
          key,
          value.replace('/run/secrets', secrets),
        ]),
      ),
    ),
  );

describe('docker-compose.yml', () => {
  it.each(services)('pins the image of %s to a version', (_, { image }) => {
    expect(image).toMatch(/^[a-z][a-z0-9/-]*:v?\d+\.\d+(\.\d+)?(-[a-z]+)?$/);
  });

  it('names the image of this version, so that a release is built and not the one before run', () => {
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    const ours = services.filter(([, { image }]) => image.startsWith('reveille:'));
    expect(ours.map(([name]) => name)).toEqual(['api', 'api-2', 'worker', 'set-up']);
    expect(new Set(ours.map(([, { image }]) => image))).toEqual(new Set([`reveille:${version}`]));
  });

  it.each(services)('confines %s: no rights to gain, no more than its share', (_, service) => {
    expect(service).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(service.pids_limit).toBeLessThanOrEqual(512);
    expect(service.mem_limit).toMatch(/^\d+[gm]$/);
    expect(service.tmpfs).toContain('/tmp');
  });

  it.each(services)('bounds the log of %s', (_, { logging }) => {
    expect(logging).toEqual({ driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } });
  });

  it('lets the S3 server make its locks, which it does at the first PUT, beside its bucket', () => {
    const { tmpfs, volumes } = file.services['s3']!;
    expect(tmpfs).toContain('/data/.vgwlocks');
    expect(volumes).not.toContain('blobs:/data');
  });

  it.each(ofReveille)('lets %s reach a model on the host', (name) => {
    expect(file.services[name]!.extra_hosts).toEqual(['host.docker.internal:host-gateway']);
  });

  it.each(services)('lets %s write nothing to its image', (_, { read_only }) => {
    expect(read_only).toBe(true);
  });

  it('runs what keeps data as a user of its image, who owns the folder', () => {
    const users = Object.fromEntries(services.map(([name, { user }]) => [name, user]));
    expect(users).toMatchObject({
      redis: 'redis',
      'redis-replica': 'redis',
      'redis-cache': 'redis',
      postgres: 'postgres',
    });
  });

  it.each(services)('mounts only volumes and files that exist in %s', (_, { volumes }) => {
    for (const [source = ''] of volumes.map((volume) => volume.split(':')))
      expect(source.startsWith('./') ? existsSync(path.join(root, source)) : source in file.volumes).toBe(
        true,
      );
  });

  it.each(services)('publishes %s on the loopback address only', (_, { ports }) => {
    // TLS is what the outside reaches.
    for (const port of ports.filter((one) => !['80:80', '443:443'].includes(one)))
      expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it.each(lasting)(
    'gives %s a health check and time to stop',
    (_, { healthcheck, stop_grace_period: grace }) => {
      expect(healthcheck).toBeDefined();
      expect(grace).toMatch(/^\d+s$/);
    },
  );

  it.each(services)('makes %s wait for services that can say that they are ready', (_, { depends_on }) => {
    for (const [name, { condition }] of Object.entries(depends_on)) {
      const needed = file.services[name]!;
      if (condition === 'service_healthy') expect(needed.healthcheck).toBeDefined();
      else expect([condition, needed.restart]).toEqual(['service_completed_successfully', 'on-failure']);
    }
  });

  it('calls an API healthy when it can take a delivery, and a worker when it can run one', () => {
    expect(file.services['api']?.healthcheck?.test).toEqual([
      'CMD',
      'node',
      'bin/healthcheck.mjs',
      '/readyz',
      'PORT',
    ]);
    expect(file.services['worker']?.healthcheck?.test).toEqual([
      'CMD',
      'node',
      'bin/healthcheck.mjs',
      '/readyz',
      'METRICS_PORT',
    ]);
  });

  it.each(ofReveille)(
    'gives %s every setting of its own once, some secrets by file, and no other',
    (name) => {
      const names = Object.keys(file.services[name]!.environment);
      const settings = names.map((given) => given.replace(/_FILE$/, ''));
      const all = Object.keys(Environment.shape).toSorted();
      const ofWorker = all.filter((one) => !settingsOfApi.includes(one));
      expect(settings.toSorted()).toEqual(name === 'api' ? all : ofWorker);
      for (const given of names.filter((one) => one.endsWith('_FILE')))
        expect(secretNames).toContain(given.replace(/_FILE$/, ''));
    },
  );

  it('tells no secret of the service by a variable or on a command line', () => {
    for (const [, { environment, command = [] }] of services) {
      const given = Object.entries(environment).filter(
        ([name, value]) => /TOKEN$|KEYS?$|SECRET|PASSWORD$|PWD$/.test(name) && value !== '',
      );
      expect(given).toEqual([]);
      const words = command.filter((word) => !word.startsWith('/run/secrets/'));
      expect(words.join(' ')).not.toMatch(/secret|password/i);
    }
  });

  it.each(services)('gives %s only secrets that the script writes, each from its file', (_, service) => {
    const folder = secrets();
    const files = [
      ...service.secrets.map((name) => file.secrets[name]!.file),
      ...(service.env_file === undefined ? [] : [service.env_file]),
    ];
    for (const name of files) expect(existsSync(name.replace('./secrets', folder)), name).toBe(true);
    const given = [...Object.values(service.environment), ...(service.command ?? [])];
    const named = given.filter((value) => value.startsWith('/run/secrets/'));
    expect(named.map((value) => path.basename(value)).toSorted()).toEqual(service.secrets.toSorted());
  });

  it('gives API and worker one bucket, which the S3 server has, and no folder in common', () => {
    const folder = secrets();
    const ofServer = readFileSync(path.join(folder, 's3.env'), 'utf8');
    for (const name of ofReveille) {
      expect(file.services[name]!.volumes).toEqual([]);
      const { BLOBS_URL } = settingsOf(name, folder);
      expect(BLOBS_URL).toMatchObject({ endpoint: 'http://s3:7070', bucket: 'reveille' });
      expect(ofServer).toBe(
        `ROOT_ACCESS_KEY_ID=${BLOBS_URL?.accessKeyId}\nROOT_SECRET_ACCESS_KEY=${BLOBS_URL?.secretAccessKey}\n`,
      );
    }
    expect(file.services['s3']!.volumes).toContain('blobs:/data/reveille');
  });

  it('gives Redis a password, which its clients have', () => {
    const password = readFileSync(path.join(secrets(), 'redis-password'), 'utf8').trim();
    expect(password).toMatch(/^\w{40}$/);
    expect(readFileSync(path.join(secrets(), 'redis-conf'), 'utf8')).toBe(
      `requirepass ${password}\nmasterauth ${password}\n`,
    );
    for (const name of ofReveille)
      expect(settingsOf(name, secrets())).toMatchObject({
        REDIS_URL: `redis://:${password}@redis:6379`,
        REDIS_CACHE_URL: `redis://:${password}@redis-cache:6379`,
      });
    for (const name of ['redis', 'redis-replica', 'redis-cache'])
      expect(file.services[name]).toMatchObject({ secrets: ['redis-conf'] });
  });

  it('runs two workers, and gives ours the time that a stop may take', () => {
    expect(file.services['worker']?.deploy).toEqual({ replicas: 2 });
    for (const name of ofReveille) expect(file.services[name]!.stop_grace_period).toBe(`${stopMs / 1_000}s`);
  });

  it('runs files of ours that exist', () => {
    const files = services.flatMap(([, { command = [] }]) =>
      command.filter((word) => /\.m?ts$|\.mjs$/.test(word)),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const name of files) expect(existsSync(path.join(root, name))).toBe(true);
  });

  const conf = '/run/secrets/redis-conf';
  const durable =
    '--appendonly yes --appendfsync always --maxmemory 1gb --maxmemory-policy noeviction --hash-max-listpack-value 2048 --save ';

  it('keeps what an accepted delivery needs: the append-only file, synced at every write, a memory limit, nothing evicted', () => {
    expect(file.services['redis']?.command?.join(' ')).toBe(`redis-server ${conf} ${durable}`);
  });

  it('gives the replica the settings of the primary', () => {
    expect(file.services['redis-replica']?.command?.join(' ')).toBe(
      `redis-server ${conf} --replicaof redis 6379 ${durable}`,
    );
  });

  it.each([undefined, '60'])('grants a worker more time than its own grace of %s', async (grace) => {
    const variables = grace && { SHUTDOWN_GRACE_SECONDS: grace, WORKER_STOP_GRACE_PERIOD: '65s' };
    const { environment, stop_grace_period: period = '' } = readCompose(variables || {}).services['worker']!;
    const config = readConfig({ SHUTDOWN_GRACE_SECONDS: environment['SHUTDOWN_GRACE_SECONDS'] });
    expect(Number.parseInt(period, 10)).toBeGreaterThanOrEqual(config.SHUTDOWN_GRACE_SECONDS + 5);
  });

  it('asks the database by TCP, where only its lasting server listens', () => {
    expect(file.services['postgres']?.healthcheck).toMatchObject({
      test: ['CMD', 'pg_isready', '-h', '127.0.0.1', '-U', 'temporal'],
    });
  });

  it('names settings that the configuration accepts', () => {
    expect(settingsOf('api', secrets())).toMatchObject({
      PORT: 8080,
      HOST: '0.0.0.0',
      SERVE: 'all',
    });
  });

  const compose = [['docker', 'compose'], ['docker-compose']].find(
    ([program = '', ...args]) => spawnSync(program, [...args, 'version']).status === 0,
  );

  it.skipIf(compose === undefined)('is accepted by Docker Compose', () => {
    const [program = '', ...args] = compose!;
    const result = spawnSync(program, [...args, '-f', 'docker-compose.yml', 'config'], {
      cwd: root,
      env: { ...process.env, SECRETS_DIR: secrets() },
      encoding: 'utf8',
    });
    expect([result.status, result.stderr]).toEqual([0, expect.not.stringContaining('ERROR')]);
  });
});

describe('deploy/make-secrets.sh', () => {
  it('writes others each time, and changes none that is there', async () => {
    const [folder, other] = [await newSecrets(), await newSecrets()];
    const read = (from: string) => readFileSync(path.join(from, 'master-keys'), 'utf8');
    const first = read(folder);
    makeSecrets(folder);
    expect(read(folder)).toBe(first);
    expect(read(other)).not.toBe(first);
  });

  it('closes the folder to others, and leaves the files open to the users of containers', async () => {
    const folder = await newSecrets();
    const modeOf = (name: string) => statSync(path.join(folder, name)).mode & 0o777;
    expect([modeOf('.'), modeOf('admin-token')]).toEqual([0o700, 0o444]);
  });
});

describe('deploy/temporal/dynamic-config.yaml', () => {
  const settings: Record<string, readonly { value: unknown }[]> = parse(
    readFileSync(path.join(root, 'deploy/temporal/dynamic-config.yaml'), 'utf8'),
  );

  it('turns on what our workflows and PDF jobs rely on', () => {
    for (const name of ['matching.enableFairness', 'history.enableChasm', 'activity.enableStandalone'])
      expect(settings[name]).toEqual([{ value: true }]);
  });
});

describe('Dockerfile', () => {
  const lines = readFileSync(path.join(root, 'Dockerfile'), 'utf8')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line));

  it('runs as the user of the image, who owns the only folder that is written to', () => {
    expect(lines.findLast((line) => line.startsWith('USER '))).toBe('USER node');
    expect(lines.some((line) => line.includes('chown node:node /data'))).toBe(true);
    expect(lines).toContain('VOLUME /data');
    expect(lines.indexOf('USER node')).toBeGreaterThan(
      lines.findIndex((line) => line.startsWith('COPY . .')),
    );
  });

  it('has the Node version that package-lock.json pins', () => {
    const { version } = JSON.parse(
      readFileSync(path.join(root, 'node_modules/node/package.json'), 'utf8'),
    ) as { version: string };
    expect(lines[0]).toBe(`FROM node:${version}-bookworm-slim`);
  });

  it('leaves secrets out, whatever their folder is called, and every installed package', () => {
    const folder = secrets();
    for (const name of readdirSync(folder)) expect([name, isIgnored(`ours/${name}`)]).toEqual([name, true]);
    for (const where of ['', 'packages/pdf/', 'packages/tools/'])
      expect(isIgnored(`${where}node_modules`)).toBe(true);
    expect(
      ['api/main.ts', 'deploy/make-secrets.sh', 'adapters/store/secret/vault.ts'].filter(isIgnored),
    ).toEqual([]);
  });

  it('runs no install scripts, and keeps no development packages', () => {
    expect(lines.some((line) => line.includes('npm ci --omit=dev --ignore-scripts'))).toBe(true);
  });
});
