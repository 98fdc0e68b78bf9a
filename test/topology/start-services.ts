import type { Context } from './context.ts';
import { type Instance, keepInstance } from './instances.ts';
import { startPostgres } from './servers/postgres.ts';
import { startRedis } from './servers/redis.ts';
import { startS3 } from './servers/s3.ts';
import { setUpDatabase, setUpTemporal, startTemporalServer } from './servers/temporal.ts';

export const firstBuild = '1';

/** Starts a service of docker-compose.yml; resolves when what depends on it may start. */
export const starts: Readonly<Record<string, (context: Context) => Promise<void>>> = {
  postgres: startPostgres,
  'database-set-up': setUpDatabase,
  temporal: startTemporalServer,
  'set-up': setUpTemporal,
  'redis-replica': (context) => startRedis(context, 'redis-replica'),
  redis: (context) => startRedis(context, 'redis'),
  'redis-cache': (context) => startRedis(context, 'redis-cache'),
  s3: startS3,
};

/** Each service that does not run yet, when those that it depends on are healthy, or have ended well. */
export async function startServices(context: Context): Promise<readonly Instance[]> {
  const { compose, kept, ports, say } = context;
  const started = new Map<string, Promise<void>>();
  const startNeeded = async (name: string) => {
    const needed = Object.keys(compose.services[name]!.depends_on).filter((one) => one in starts);
    await Promise.all(needed.map(startOnce));
  };
  const startOnce = (name: string): Promise<void> => {
    if (kept.names().includes(name)) return Promise.resolve();
    const start = started.get(name) ?? startNeeded(name).then(() => starts[name]!(context));
    started.set(name, start);
    return start;
  };
  say(
    'what APIs and workers depend on, in the order of docker-compose.yml, each when the ones before are healthy',
  );
  await Promise.all([startNeeded('api'), startNeeded('worker')]);
  say('two APIs and two workers, each with a data folder of its own');
  const apiPorts = [ports['api:8080'], ports['api-2:8080']];
  const { replicas } = compose.services['worker']!.deploy!;
  const instances: readonly Instance[] = [
    ...apiPorts.map((port, index) => ({
      kind: 'api' as const,
      number: index + 1,
      port,
      buildId: firstBuild,
    })),
    ...Array.from({ length: replicas }, (_, index) => ({
      kind: 'worker' as const,
      number: index + 1,
      // Not listened on by a worker.
      port: ports['api:8080'],
      buildId: firstBuild,
    })),
  ];
  await Promise.all(instances.map((instance) => keepInstance(context, instance)));
  return instances;
}
