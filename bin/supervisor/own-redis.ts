import { connectFirst } from '#store/connection/first-server.ts';
import { durabilityWarnings } from '#store/connection/durability.ts';
import { versionProblem } from '../embedded/redis-version.ts';
import { SetupError } from '../setup-error.ts';
import { reasonOf } from './reason-of.ts';

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
  new SetupError(`The Redis of REDIS_URL does not answer: ${reasonOf(error)}.`);
