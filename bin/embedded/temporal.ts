import { existsSync } from 'node:fs';
import path from 'node:path';
import { searchAttributeNames } from '#temporal/search-attribute-names.ts';
import { type BackgroundProcess, lastLines, startInBackground } from './background-process.ts';
import { dropUnusedIndexes } from './drop-unused-indexes.ts';
import { findTemporal } from './find-temporal.ts';
import { chooseHiddenUi, type HiddenUi } from './hidden-address.ts';
import { startHostGuard } from './host-guard.ts';
import { registerAttributes } from './register-attributes.ts';
import { startWhenReady } from './start-when-ready.ts';
import { explainStart } from './temporal-database.ts';
import { freePort } from '#platform/free-port.ts';
import { callTemporal, field } from './call-temporal.ts';

export interface TemporalServer extends BackgroundProcess {
  readonly address: string;
  readonly uiUrl: string;
  readonly port: number;
  readonly uiPort: number;
  /** Ports of its metrics and its HTTP interface, which nobody needs to know. */
  readonly sidePorts: SidePorts;
}

interface SidePorts {
  readonly metrics: number;
  readonly http: number;
}

interface TemporalOptions {
  /** Contains `temporal.db` and the log. */
  readonly dataDir: string;
  /** Keeps nothing after the server ends; for tests. */
  readonly inMemory?: boolean;
  readonly port?: number | undefined;
  readonly uiPort?: number | undefined;
  /** Default: any free ones. */
  readonly sidePorts?: SidePorts | undefined;
  /** The address of the Web UI's own server; nothing but the one before it needs to know. */
  readonly hiddenUi?: HiddenUi | undefined;
  /** A name by which the Web UI may be called, beside those of this machine. */
  readonly uiName?: string | undefined;
  /** Created at startup in addition to `default`. */
  readonly namespace?: string | undefined;
  readonly onSpawn?: (pid: number) => void;
  /** Killed when our process dies; for data that nobody comes back for. */
  readonly endsWithUs?: boolean;
  readonly log: (sentence: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The poll rates are limits per shard, and this server has one: at the default of 20 per second every step of a run
 * waits up to 50 ms. Fairness is silently ignored unless it is enabled. Fairness and priority apply within one
 * partition of a queue, so there must be only one instead of the default four. A deletion waits for what its queues have
 * noted as done, which by default is every 30 s. Its second interface, HTTP on a port of its own, has no use here: it answers
 * to no name, so that no page of a browser can ask it.
 */
const dynamicConfig: Readonly<Record<string, number | boolean | string | readonly string[]>> = {
  'frontend.httpAllowedHosts': [],
  // It would ask a server of its makers at each start.
  'frontend.enableServerVersionCheck': false,
  'history.transferProcessorMaxPollRPS': 2000,
  'history.timerProcessorMaxPollRPS': 2000,
  'history.outboundProcessorMaxPollRPS': 2000,
  'history.transferProcessorUpdateAckInterval': '1s',
  'history.visibilityProcessorUpdateAckInterval': '1s',
  'system.enableActivityEagerExecution': true,
  'matching.enableFairness': true,
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
};

/**
 * FULL survives a power cut, and with the write-ahead log it costs less than the default journal. Deleted data is
 * overwritten, in the file and, as it is cut at each checkpoint, in the log: an erasure leaves nothing on the disk.
 * It waits while our own process takes indexes out.
 */
const pragmas = [
  'busy_timeout=10000',
  'journal_mode=WAL',
  'synchronous=FULL',
  'secure_delete=ON',
  'journal_size_limit=0',
];

/**
 * Between the choice of a free port and its use another process may take it, which Temporal dies of; some ports are its
 * own choice.
 */
const triesMax = 3;
const logOf = ({ dataDir }: TemporalOptions) => path.resolve(dataDir, 'logs/temporal.log');

/**
 * Starts a Temporal server with its Web UI on loopback ports and waits until its namespace answers. The Web UI answers
 * whatever name it is called by, so it listens at an address that nobody is told, behind a server that looks.
 */
export async function startTemporal(options: TemporalOptions): Promise<TemporalServer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOnce(options);
    } catch (failure) {
      const hasLostPort =
        (failure as NodeJS.ErrnoException).code === 'EADDRINUSE' ||
        (await lastLines(logOf(options), 200)).includes('address already in use');
      if (hasLostPort && tries < triesMax && options.signal?.aborted !== true) continue;
      throw options.inMemory ? failure : explainStart(failure, databaseFile(options));
    }
  }
}

async function startOnce(options: TemporalOptions): Promise<TemporalServer> {
  const command = await findTemporal(options);
  const port = options.port ?? (await freePort());
  const uiPort = options.uiPort ?? (await freePort());
  const sidePorts = options.sidePorts ?? { metrics: await freePort(), http: await freePort() };
  const hiddenUi = options.hiddenUi ?? (await chooseHiddenUi());
  const names = options.uiName === undefined ? [] : [options.uiName];
  const guard = await startHostGuard({ port: uiPort, target: hiddenUi, names });
  const address = `127.0.0.1:${port}`;
  const logFile = logOf(options);
  const args = serverArguments({ ...options, port, hiddenUi, sidePorts });
  const { onSpawn, endsWithUs } = options;
  const file = databaseFile(options);
  const isNew = !existsSync(file);
  try {
    await dropUnusedIndexes(file, options);
    const server = await startWhenReady({
      title: 'Temporal',
      logFile,
      start: () => startInBackground({ command, args, logFile, onSpawn, endsWithUs }),
      probe: () => prepare(address, namespacesOf(options)),
      timeoutMs: 60_000,
      signal: options.signal,
    });
    void server.exited.then(guard.close);
    if (isNew) await dropUnusedIndexes(file, options);
    const uiUrl = `http://127.0.0.1:${uiPort}`;
    return { ...server, address, port, uiPort, uiUrl, sidePorts };
  } catch (error) {
    guard.close();
    throw error;
  }
}

/** Its arguments set search attributes in new databases only. */
async function prepare(address: string, namespaces: readonly string[]): Promise<void> {
  await probeTemporal(address);
  for (const namespace of namespaces) await registerAttributes(address, namespace);
}

const databaseFile = ({ dataDir }: TemporalOptions) => path.resolve(dataDir, 'temporal.db');

const namespacesOf = ({ namespace = 'default' }: TemporalOptions) => [...new Set(['default', namespace])];

function serverArguments(
  options: TemporalOptions & {
    readonly port: number;
    readonly hiddenUi: HiddenUi;
    readonly sidePorts: SidePorts;
  },
): string[] {
  const storage = { 'db-filename': [databaseFile(options)], 'sqlite-pragma': pragmas };
  const flags: Readonly<Record<string, readonly (string | number)[]>> = {
    ip: ['127.0.0.1'],
    port: [options.port],
    'metrics-port': [options.sidePorts.metrics],
    'http-port': [options.sidePorts.http],
    'ui-ip': [options.hiddenUi.host],
    'ui-port': [options.hiddenUi.port],
    namespace: namespacesOf(options),
    'log-level': ['warn'],
    'log-format': ['json'],
    'dynamic-config-value': Object.entries(dynamicConfig).map(
      ([key, value]) => `${key}=${JSON.stringify(value)}`,
    ),
    'search-attribute': Object.values(searchAttributeNames).map((name) => `${name}=Keyword`),
    ...(options.inMemory ? {} : storage),
  };
  const pairs = Object.entries(flags).flatMap(([flag, values]) =>
    values.flatMap((value) => [`--${flag}`, String(value)]),
  );
  return ['server', 'start-dev', '--ui-disable-news-fetch', ...pairs];
}

const method = 'workflowservice.v1.WorkflowService/DescribeNamespace';
const message = field(1, 'default');

/** Rejects while a Temporal server does not know its namespace `default`. */
export const probeTemporal = (address: string): Promise<void> =>
  callTemporal(address, { method, message, timeoutMs: 1_000 });
