import { withholdFromWorker } from '#platform/worker-environment.ts';
import { childEnvironment, type ChildSettings } from './child-environment.ts';
import type { ChildRegister } from './child-register.ts';
import type { DataFolder } from './data-folder.ts';
import { startNodeService } from './node-service.ts';
import type { Stack } from './stack.ts';

interface ServicesContext {
  readonly settings: Omit<ChildSettings, 'metricsPort'>;
  readonly env: NodeJS.ProcessEnv;
  readonly data: DataFolder;
  readonly register: ChildRegister;
  readonly stack: Stack;
  readonly signal: AbortSignal;
  readonly say: (sentence: string) => void;
}

/** One area of memory for all threads of the API, so that what one of them gives back another one takes. */
const environmentOf = (name: 'api' | 'worker', env: NodeJS.ProcessEnv) =>
  name === 'worker' ? withholdFromWorker(env) : { ...env, MALLOC_ARENA_MAX: '1' };

/** Starts API and worker in parallel; each serves its metrics on its own port. */
export async function startServices({ settings, env, data, ...context }: ServicesContext): Promise<void> {
  const { register, stack, signal, say } = context;
  const start = (name: 'api' | 'worker', metricsPort: number) =>
    stack.keep(name, () =>
      startNodeService({
        name,
        script: `${name}/main.ts`,
        env: environmentOf(name, childEnvironment(env, { ...settings, metricsPort })),
        logFile: data.file(`logs/${name}.log`),
        onSpawn: (pid) => register.record(name, pid),
        say,
        signal,
      }),
    );
  await Promise.all([start('api', settings.ports.metrics), start('worker', settings.ports.workerMetrics)]);
}
