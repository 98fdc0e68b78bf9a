import { spawnSync } from 'node:child_process';
import { readFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Environment } from '../../platform/environment.ts';
import { stopMs } from '../../domain/stop-times.ts';
import { readConfig } from '../../platform/config.ts';

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { condition: string }>>;
  readonly healthcheck?: object;
  readonly restart?: string;
  readonly deploy?: { replicas: number };
  readonly stop_grace_period?: string;
}

const root = path.join(import.meta.dirname, '../..');
const text = readFileSync(path.join(root, 'docker-compose.yml'), 'utf8');
const file: { services: Record<string, Service>; volumes: object } = parse(text, { merge: true });
const services = Object.entries(file.services);
const secrets = {
  ADMIN_TOKEN: 'a-token-for-this-test',
  MASTER_KEYS: `k1:${'A'.repeat(43)}=`,
  POSTGRES_PASSWORD: 'a-password-for-this-test',
  BLOBS_SECRET: 'asecretforthistest',
};

describe('docker-compose.yml', () => {
  it.each(services)('pins the image of %s to a version', (_, { image }) => {
    expect(image).toMatch(/^[a-z][a-z0-9/-]*:v?\d+\.\d+(\.\d+)?(-[a-z]+)?$/);
  });

  it.each(services)('mounts only volumes and files that exist in %s', (_, { volumes = [] }) => {
    for (const [source = ''] of volumes.map((volume) => volume.split(':')))
      expect(source.startsWith('./') ? existsSync(path.join(root, source)) : source in file.volumes).toBe(
        true,
      );
  });

  it.each(services)('publishes %s on the loopback address only', (_, { ports = [] }) => {
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it.each(services)(
    'makes %s wait for services that can say that they are ready',
    (_, { depends_on = {} }) => {
      for (const [name, { condition }] of Object.entries(depends_on)) {
        const needed = file.services[name]!;
        if (condition === 'service_healthy') expect(needed.healthcheck).toBeDefined();
        else expect([condition, needed.restart]).toEqual(['service_completed_successfully', 'on-failure']);
      }
    },
  );

  it.each(['api', 'worker', 'set-up'])('gives %s every setting of ours and no other', (name) => {
    const { environment = {} } = file.services[name]!;
    expect(Object.keys(environment).toSorted()).toEqual(Object.keys(Environment.shape).toSorted());
  });

  it('gives API and worker one bucket, which the S3 server has, and no folder in common', () => {
    const { environment: ofServer, volumes } = file.services['s3']!;
    for (const { environment, volumes: shared } of [file.services['api']!, file.services['worker']!]) {
      expect(shared).toBeUndefined();
      expect(readConfig({ BLOBS_URL: substitute(String(environment!['BLOBS_URL'])) }).BLOBS_URL).toEqual({
        endpoint: 'http://s3:7070',
        bucket: 'reveille',
        region: 'us-east-1',
        accessKeyId: ofServer!['ROOT_ACCESS_KEY_ID'],
        secretAccessKey: secrets.BLOBS_SECRET,
      });
    }
    expect(substitute(String(ofServer!['ROOT_SECRET_ACCESS_KEY']))).toBe(secrets.BLOBS_SECRET);
    expect(volumes).toContain('blobs:/data/reveille');
  });

  it('tells the secret of the bucket to those that use it, and to no others', () => {
    const knowing = services.filter(([, service]) => JSON.stringify(service).includes('BLOBS_SECRET'));
    expect(knowing.map(([name]) => name).toSorted()).toEqual(['api', 's3', 'worker']);
  });

  it('runs two workers, gives ours the time that a stop may take, and every lasting service some', () => {
    expect(file.services['worker']?.deploy).toEqual({ replicas: 2 });
    for (const name of ['api', 'worker'])
      expect(substitute(file.services[name]!.stop_grace_period!)).toBe(`${stopMs / 1_000}s`);
    for (const [name, { restart, stop_grace_period: grace }] of services)
      if (restart === 'unless-stopped')
        expect([name, substitute(grace!)]).toEqual([name, expect.stringMatching(/^\d+s$/)]);
  });

  it('runs files of ours that exist', () => {
    const files = services.flatMap(([, { command = [] }]) =>
      command.filter((word) => /\.m?ts$|\.mjs$/.test(word)),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const name of files) expect(existsSync(path.join(root, name))).toBe(true);
  });

  it('keeps what an accepted delivery needs: the append-only file, synced at every write, a memory limit, nothing evicted', () => {
    expect(file.services['redis']?.command?.join(' ')).toBe(
      'redis-server --appendonly yes --appendfsync always --maxmemory ${REDIS_MAXMEMORY:-1gb} --maxmemory-policy noeviction --hash-max-listpack-value 512 --save ',
    );
  });

  it('grants a worker more time than its own grace, which a variable of the same file sets', () => {
    const { environment, stop_grace_period: period = '' } = file.services['worker']!;
    const config = readConfig({
      SHUTDOWN_GRACE_SECONDS: substitute(String(environment!['SHUTDOWN_GRACE_SECONDS'])),
    });
    expect(Number.parseInt(substitute(period), 10)).toBeGreaterThanOrEqual(config.SHUTDOWN_GRACE_SECONDS + 5);
  });

  it('asks the database by TCP, where only its lasting server listens', () => {
    expect(file.services['postgres']?.healthcheck).toMatchObject({
      test: ['CMD', 'pg_isready', '-h', '127.0.0.1', '-U', 'temporal'],
    });
  });

  it('names settings that the configuration accepts', () => {
    const settings = Object.entries(file.services['api']!.environment!).map(([name, value]) => [
      name,
      substitute(String(value)),
    ]);
    expect(readConfig(Object.fromEntries(settings))).toMatchObject({ PORT: 8080, HOST: '0.0.0.0' });
  });

  const compose = [['docker', 'compose'], ['docker-compose']].find(
    ([program = '', ...args]) => spawnSync(program, [...args, 'version']).status === 0,
  );

  it.skipIf(compose === undefined)('is accepted by Docker Compose', () => {
    const [program = '', ...args] = compose!;
    const result = spawnSync(program, [...args, '-f', 'docker-compose.yml', 'config'], {
      cwd: root,
      env: { ...process.env, ...secrets },
      encoding: 'utf8',
    });
    expect([result.status, result.stderr]).toEqual([0, expect.not.stringContaining('ERROR')]);
  });

  it.skipIf(compose === undefined).each(Object.keys(secrets))(
    'is refused without %s, which it names',
    (name) => {
      const [program = '', ...args] = compose!;
      const result = spawnSync(program, [...args, '-f', 'docker-compose.yml', 'config'], {
        cwd: root,
        env: { ...process.env, ...secrets, [name]: '' },
        encoding: 'utf8',
      });
      expect(result.status).not.toBe(0);
      expect(result.stderr).toContain(`set it to`);
    },
  );
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

/** `${NAME:-default}` and `${NAME:?message}` as Compose fills them in where only the secrets are set. */
function substitute(value: string): string {
  return value.replaceAll(
    /\$\{([A-Z_]+):([-?])([^}]*)\}/g,
    (_, name: string, kind: string, rest: string) =>
      secrets[name as keyof typeof secrets] ?? (kind === '-' ? rest : ''),
  );
}
