import { Client, Connection } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';

export interface TemporalClient {
  readonly client: Client;
  readonly namespace: string;
  readonly close: () => Promise<void>;
}

/** Address, credentials and namespace, for clients and workers alike. */
export function temporalSettings() {
  const { connectionOptions, namespace = 'default' } = loadClientConnectConfig();
  return { connectionOptions, namespace };
}

/**
 * The client of a process, configured by the SDK's own environment (`TEMPORAL_ADDRESS`, `TEMPORAL_NAMESPACE`,
 * `TEMPORAL_API_KEY`, `TEMPORAL_TLS_…`), so that Temporal Cloud is a matter of environment.
 */
export async function connectTemporal(): Promise<TemporalClient> {
  const { connectionOptions, namespace } = temporalSettings();
  const connection = await Connection.connect({ ...connectionOptions, connectTimeout: '10s' });
  return { client: new Client({ connection, namespace }), namespace, close: () => connection.close() };
}
