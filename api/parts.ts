import type { Blobs } from '#blobs/blobs.ts';
import type { ToolInvokerOptions } from '#compute/threads/tool-invoker.ts';
import type { FetchPublic } from '#egress/fetch-public.ts';
import type { Logger } from '#platform/logger.ts';
import type { Metrics } from '#platform/metrics/create-metrics.ts';
import type { ApiSettings } from '#platform/required-settings.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import type { WorkContext } from '#platform/work-context.ts';
import type { Redis } from '#store/connection/connect.ts';
import type { TemporalClient } from '#temporal/connect.ts';
import type { ServiceAccount } from '#waitlist/google/service-account.ts';

/** The parts that the API is built from: open connections, settings, and the task queue of its runs. */
export interface ApiParts {
  readonly config: ApiSettings;
  readonly redis: Redis;
  /** Another connection to the same server, to wait for its replicas; absent where none is expected. */
  readonly replicaRedis?: Redis | undefined;
  /** Holds what may be forgotten; by default the same server. */
  readonly cacheRedis?: Redis | undefined;
  readonly temporal: TemporalClient;
  readonly logger: Logger;
  /** Default: nothing is traced. */
  readonly tracing?: Tracing;
  /** The context of the work at hand, for log lines and spans. */
  readonly work?: WorkContext;
  /** Aborts when the process begins to stop. */
  readonly stopping?: AbortSignal;
  readonly runsQueue?: string;
  readonly computeQueue?: string;
  /** How long a chat waits for a reply. */
  readonly replyWaitMs?: number;
  /** How often the console looks whether a session still stands that live changes are sent to. */
  readonly liveHeartbeatMs?: number;
  /** How long a request waits for what it erases. */
  readonly erasureWaitMs?: number;
  /** How long a request waits for the model that reads its English. */
  readonly proposalWaitMs?: number;
  /** How keys and confirmations of senders are fetched; default: from public addresses. */
  readonly fetchPublic?: FetchPublic;
  /** Memory for bodies in flight; default: a share of what this process may use. */
  readonly bodyBytesMax?: number;
  /** Limits of the tools' threads. */
  readonly toolThreads?: Pick<ToolInvokerOptions, 'light' | 'heavy'>;
  /** Account for the Google Sheet of the waitlist; absent when the waitlist is in Redis. */
  readonly googleAccount?: ServiceAccount | undefined;
}

/** The parts, what counts their work, and the blob store. */
export interface ObservedParts extends ApiParts {
  readonly metrics: Metrics<'api'>;
  readonly tracing: Tracing;
  readonly blobs: Blobs;
}
