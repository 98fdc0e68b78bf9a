import { connectTemporal } from '#temporal/connect.ts';
import { searchAttributeNames } from '#temporal/search-attribute-names.ts';
import { registerSearchAttributes } from '#temporal/search-attributes.ts';
import { SetupError } from '../setup-error.ts';
import { reasonOf } from './reason-of.ts';

/**
 * Checks the Temporal at TEMPORAL_ADDRESS and registers our search attributes there. Returns warnings about what
 * failed; a managed service may not allow it. Throws {@link SetupError} when it is unavailable.
 */
export async function prepareOwnTemporal(): Promise<readonly string[]> {
  const temporal = await connectTemporal().catch((error) => {
    throw new SetupError(`The Temporal of TEMPORAL_ADDRESS does not answer: ${reasonOf(error)}.`);
  });
  try {
    await registerSearchAttributes(temporal.client, temporal.namespace);
    return [];
  } catch (error) {
    return [
      `The search attributes could not be registered in the namespace ${temporal.namespace}: ${reasonOf(error)}. ` +
        `If that is not allowed, register these as Keyword there: ${Object.values(searchAttributeNames).join(', ')}.`,
    ];
  } finally {
    await temporal.close();
  }
}
