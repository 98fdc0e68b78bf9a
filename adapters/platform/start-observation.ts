import type { Environment } from './environment.ts';
import { createLogger } from './logger.ts';
import { startTracing } from './tracing/start-tracing.ts';
import { createWorkContext } from './work-context.ts';

/** The log and the traces of a process; both tell what they are about. */
export async function startObservation(config: Environment, process: 'api' | 'worker') {
  const { tracing, sdk } = await startTracing(config, process);
  const work = createWorkContext(tracing);
  const logger = createLogger(config.LOG_LEVEL, process, work.lineFields);
  return { tracing, work, logger, sdk };
}
