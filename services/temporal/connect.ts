import { Client, Connection, type WorkflowClientInterceptor } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';

export interface TemporalClient {
  readonly client: Client;
  readonly namespace: string;
  readonly close: () => Promise<void>;
}

/** By default the pauses grow to two minutes, during which deliveries would be refused although the server is available. */
const channelArgs = { 'grpc.initial_reconnect_backoff_ms': 200, 'grpc.max_reconnect_backoff_ms': 2_000 };

/**
 * How workers connect. The SDK compresses what they send, and the server its answers to them: processor time on both sides
 * for messages of a few hundred bytes. A distant server, where bytes count, is reached by TLS.
 */
export function workerConnectionOptions() {
  const { connectionOptions } = temporalSettings();
  const { tls = false } = connectionOptions;
  const isLocal = tls === false;
  return { ...connectionOptions, ...(isLocal && { grpcCompression: { codec: 'none' } as const }) };
}

/** Address, credentials and namespace; whoever has an API key connects by TLS. */
function temporalSettings() {
  const { connectionOptions, namespace = 'default' } = loadClientConnectConfig();
  return { connectionOptions, namespace };
}

/**
 * The client of a process, configured by the SDK's own environment (`TEMPORAL_ADDRESS`, `TEMPORAL_NAMESPACE`,
 * `TEMPORAL_API_KEY`, `TEMPORAL_TLS_…`), so that Temporal Cloud only needs environment variables. `interceptor`: what traces its calls.
 */
export async function connectTemporal(interceptor?: WorkflowClientInterceptor): Promise<TemporalClient> {
  const { connectionOptions, namespace } = temporalSettings();
  const connection = await Connection.connect({ ...connectionOptions, channelArgs, connectTimeout: '10s' });
  const interceptors = { workflow: interceptor === undefined ? [] : [interceptor] };
  const client = new Client({ connection, namespace, interceptors });
  return { client, namespace, close: () => connection.close() };
}
