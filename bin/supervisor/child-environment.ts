import path from 'node:path';
import { workerGraceMs } from '#domain/stop-times.ts';
import type { Ports } from './port-preferences.ts';
import type { Servers } from './start-servers.ts';

export interface ChildSettings {
  readonly servers: Servers;
  readonly isEmbeddedTemporal: boolean;
  readonly dataDir: string;
  readonly ports: Ports;
  readonly metricsPort: number;
  readonly publicUrl: string;
  readonly masterKeys: string;
  readonly adminToken: string;
}

/**
 * Settings of glibc, which else gives each thread an area of its own and learns to keep large blocks there: the memory that large
 * bodies took once would never be free again. The image has the same (`Dockerfile`).
 */
const allocation = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** The environment of API and worker: ours, and the settings resolved at startup. */
export function childEnvironment(own: NodeJS.ProcessEnv, settings: ChildSettings): NodeJS.ProcessEnv {
  const { servers } = settings;
  return {
    ...(settings.isEmbeddedTemporal ? forEmbeddedTemporal(own, settings.dataDir) : own),
    DATA_DIR: settings.dataDir,
    REDIS_URL: servers.redisUrl,
    TEMPORAL_ADDRESS: servers.temporalAddress,
    ...(servers.temporalUiUrl !== undefined && { TEMPORAL_UI_URL: servers.temporalUiUrl }),
    PORT: String(settings.ports.api),
    METRICS_PORT: String(settings.metricsPort),
    SDK_METRICS_PORT: String(settings.ports.sdkMetrics),
    EGRESS_DENY_ENDPOINTS: [own['EGRESS_DENY_ENDPOINTS'] ?? '', ...ownEndpoints(settings)].join(','),
    PUBLIC_URL: settings.publicUrl,
    MASTER_KEYS: settings.masterKeys,
    ADMIN_TOKEN: settings.adminToken,
    SHUTDOWN_GRACE_SECONDS: String(graceSeconds(own)),
    ...allocation,
  };
}

/** The supervisor kills a worker that takes longer. */
function graceSeconds({ SHUTDOWN_GRACE_SECONDS: given }: NodeJS.ProcessEnv): number {
  return Math.min(Number(given?.trim() || Infinity), workerGraceMs / 1_000);
}

/** A process knows its own ports only, and no agent may reach those of the others either. */
const ownEndpoints = ({ ports, servers }: ChildSettings) =>
  [...Object.values(ports), ...servers.hiddenPorts].map((port) => `localhost:${port}`);

/** The only worker runs the code of today: pinned to the code of yesterday, a run would wait for ever. */
const worksElsewhere: ReadonlySet<string> = new Set(['WORKER_DEPLOYMENT_NAME', 'WORKER_BUILD_ID']);

/** Certificates, keys and profiles are meant for another server; with them the embedded one is unreachable. */
function forEmbeddedTemporal(own: NodeJS.ProcessEnv, dataDir: string): NodeJS.ProcessEnv {
  const kept = Object.entries(own).filter(
    ([name]) => !worksElsewhere.has(name) && (!name.startsWith('TEMPORAL_') || name === 'TEMPORAL_NAMESPACE'),
  );
  return {
    ...Object.fromEntries(kept),
    // The file does not exist; without the variable the SDK would read the user's own.
    TEMPORAL_CONFIG_FILE: path.join(dataDir, 'no-temporal-profiles.toml'),
  };
}
