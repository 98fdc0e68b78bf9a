import { setTimeout as delay } from 'node:timers/promises';
import { runMain } from '../platform/run-main.ts';
import { connectTemporal, type TemporalClient } from '../temporal/connect.ts';
import { registerNamespace } from '../temporal/register-namespace.ts';
import { registerSearchAttributes } from '../temporal/search-attributes.ts';
import { readEnvFile } from './read-env-file.ts';

// Prepares an external Temporal: creates the namespace and the search attributes if they are missing.
await runMain(async () => {
  readEnvFile();
  const { client, namespace, close } = await connectTemporal();
  try {
    await registerNamespace(client, namespace);
    await registerWhenVisible(client, namespace);
    console.log(`The namespace ${namespace} is ready.`);
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
      if (Date.now() > deadline) throw error;
      await delay(1_000);
    }
  }
}
