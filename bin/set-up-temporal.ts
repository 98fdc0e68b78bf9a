import { setTimeout as delay } from 'node:timers/promises';

import { readConfig } from '#platform/config.ts';
import { runMain } from '#platform/run-main.ts';
import { connectTemporal, type TemporalClient } from '#temporal/connect.ts';
import { isRefusal } from '#temporal/is-refusal.ts';
import { registerNamespace } from '#temporal/register-namespace.ts';
import { searchAttributeNames } from '#temporal/search-attribute-names.ts';
import { registerSearchAttributes } from '#temporal/search-attributes.ts';
import { readEnvFile } from './read-env-file.ts';

// Prepares an external Temporal: creates the namespace and the search attributes if they are missing, and sets the retention
// that TEMPORAL_RETENTION_DAYS names. It runs before every process of a release, and changes nothing where nothing is missing.
await runMain(async () => {
  readEnvFile();
  const { TEMPORAL_RETENTION_DAYS: retentionDays } = readConfig(process.env);
  const { client, namespace, close } = await connectTemporal();
  try {
    await registerNamespace(client, namespace, retentionDays);
    await registerWhenVisible(client, namespace);
    console.log(`The namespace ${namespace} is ready.`);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // A managed service has its own console for this; /readyz names what is missing as far as it is told.
    console.log(
      `This Temporal does not let the namespace ${namespace} be prepared from here. It must have these search attributes ` +
        `as Keyword: ${Object.values(searchAttributeNames).join(', ')}.`,
    );
  } finally {
    await close();
  }
});

/** The servers cache namespaces for some seconds, so a new one is not visible immediately. */
async function registerWhenVisible(client: TemporalClient['client'], namespace: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    try {
      return await registerSearchAttributes(client, namespace);
    } catch (error) {
      if (isRefusal(error) || Date.now() > deadline) throw error;
      await delay(1_000);
    }
  }
}
