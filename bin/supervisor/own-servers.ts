import { connectFirst } from '../../store/connection/first-server.ts';
import { durabilityWarnings } from '../../store/durability.ts';
import { connectTemporal } from '../../temporal/connect.ts';
import { registerSearchAttributes } from '../../temporal/search-attributes.ts';
import { versionProblem } from '../embedded/redis-version.ts';
import { SetupError } from '../setup-error.ts';

/** Checks the Redis at REDIS_URL. Returns warnings about its settings. Throws {@link SetupError} when it is unavailable. */
export async function checkOwnRedis(url: string): Promise<readonly string[]> {
  const redis = await connectFirst(url).catch((error: unknown) => {
    throw unavailable(error);
  });
  try {
    const problem = versionProblem(await redis.info('server'));
    if (problem !== undefined) throw new SetupError(`The Redis of REDIS_URL cannot be used: ${problem}.`);
    return await durabilityWarnings(redis);
  } catch (error) {
    if (error instanceof SetupError) throw error;
    throw unavailable(error);
  } finally {
    if (redis.isOpen) redis.destroy();
  }
}

const unavailable = (error: unknown) =>
  new SetupError(`The Redis of REDIS_URL does not answer: ${reason(error)}.`);

/**
 * Checks the Temporal at TEMPORAL_ADDRESS and registers our search attributes there. Returns warnings about what
 * failed; a managed service may not allow it. Throws {@link SetupError} when it is unavailable.
 */
export async function prepareOwnTemporal(): Promise<readonly string[]> {
  const temporal = await connectTemporal().catch((error) => {
    throw new SetupError(`The Temporal of TEMPORAL_ADDRESS does not answer: ${reason(error)}.`);
  });
  try {
    await registerSearchAttributes(temporal.client, temporal.namespace);
    return [];
  } catch (error) {
    return [
      `The search attributes could not be registered in the namespace ${temporal.namespace}: ${reason(error)}. ` +
        'Where that is not allowed, register WorkspaceId, AutomationId, Outcome and Reference as Keyword there.',
    ];
  } finally {
    await temporal.close();
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
