export interface Definition {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  /** As Prometheus names things: base units, `_total` for counters. */
  readonly name: string;
  readonly help: string;
  /** The values of each label. Never ids of records, paths or anything else without a bound. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Upper bounds, of histograms. */
  readonly buckets?: readonly number[];
  /** Processes that count it themselves, or `workflow`: counted in workflows, served by the metrics of the SDK. */
  readonly servedBy: readonly ('api' | 'worker' | 'workflow')[];
}

const both = ['api', 'worker'] as const;
const ofApi = { kind: 'gauge', servedBy: ['api'] } as const;
const model = 'the model as `provider/model-id`; `other` beyond the first 50';

/** Every metric of ours. `docs/metrics.md`, the dashboard and the rules of alerts are checked against this table. */
export const definitions = {
  requestSeconds: {
    kind: 'histogram',
    name: 'reveille_http_request_seconds',
    help: 'HTTP requests, from the first byte to the answer',
    labels: { part: 'the first segment of the path: `api`, `hooks`, `manage` …', status: 'the HTTP status' },
    buckets: [0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    servedBy: ['api'],
  },
  deliveries: {
    kind: 'counter',
    name: 'reveille_deliveries_total',
    help: 'POST requests at hooks, by what they were answered',
    labels: {
      answer: '`accepted`, `duplicate`, `skipped`, `handshake` or `refused`',
      reason: 'of `skipped` the reason, of `refused` the code of the error; else empty',
    },
    servedBy: ['api'],
  },
  runSeconds: {
    kind: 'histogram',
    name: 'reveille_run_seconds',
    help: 'Runs that ended, from the arrival of the delivery or message to the end; deliveries that the API skipped are among them',
    labels: { kind: '`delivery` or `message`', outcome: 'as in the record: `succeeded`, `failed` …' },
    buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 1800, 7200],
    servedBy: both,
  },
  runsWithoutRecord: {
    kind: 'counter',
    name: 'reveille_runs_without_record_total',
    help: 'Runs that have no record, so that their owner sees nothing of them',
    labels: { how: '`never-stored` or `lost`' },
    servedBy: ['workflow'],
  },
  outboundSeconds: {
    kind: 'histogram',
    name: 'reveille_outbound_request_seconds',
    help: 'Requests of agents and their redirects, one for each hop',
    labels: {
      ground: 'why it was allowed (`policy`) or refused (`host`, `address`, `plaintext`, `redirect`)',
      result: '`1xx` to `5xx`, `refused`, or why there was no answer, such as `CONNECT_FAILED`',
    },
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    servedBy: both,
  },
  modelCallSeconds: {
    kind: 'histogram',
    name: 'reveille_model_call_seconds',
    help: 'Calls of models',
    labels: {
      model,
      purpose: '`agent-turn`, `filter-reader`, `condition-` or `plan-proposal`, `public-text` or `image`',
      result: '`answered`, or the kind of failure: `rate-limited`, `unavailable`, `auth`, `quota` …',
    },
    buckets: [0.5, 1, 2, 5, 10, 30, 120],
    servedBy: both,
  },
  modelTokens: {
    kind: 'counter',
    name: 'reveille_model_tokens_total',
    help: 'Tokens of answered calls of models',
    labels: { model, kind: '`input` or `output`' },
    servedBy: both,
  },
  modelCostUsd: {
    kind: 'counter',
    name: 'reveille_model_cost_usd_total',
    help: 'The cost of answered model calls, as far as their price is known or estimated',
    labels: { model },
    servedBy: both,
  },
  modelCallsUnpriced: {
    kind: 'counter',
    name: 'reveille_model_unpriced_calls_total',
    help: 'Answered calls of models whose cost is not known',
    labels: { model },
    servedBy: both,
  },
  toolCallSeconds: {
    kind: 'histogram',
    name: 'reveille_tool_call_seconds',
    help: 'Calls of tools, by clients of the public API and by agents',
    labels: {
      tool: 'the id in the catalogue; `unknown` where there is none of that name',
      outcome: '`done`, `refused` (the input), `limit` (too much work) or `failed`',
    },
    buckets: [0.001, 0.01, 0.1, 1, 10],
    servedBy: both,
  },
  blobSeconds: {
    kind: 'histogram',
    name: 'reveille_blob_operation_seconds',
    help: 'Files that are stored, read and deleted in the folder or bucket of blobs',
    labels: { operation: '`put`, `get` or `delete`', result: '`done`, `absent` or `failed`' },
    buckets: [0.005, 0.05, 0.5, 5],
    servedBy: both,
  },
  workers: {
    kind: 'gauge',
    name: 'reveille_workers',
    help: 'Workers that ask for runs; one that is frozen or ended is left out within ten seconds',
    servedBy: ['api'],
  },
  workspaces: { kind: 'gauge', name: 'reveille_workspaces', help: 'Workspaces', servedBy: ['api'] },
  slotsInUse: {
    kind: 'gauge',
    name: 'reveille_slots_in_use',
    help: 'Deliveries that are being processed, of all workspaces',
    servedBy: ['api'],
  },
  runsWaiting: {
    kind: 'gauge',
    name: 'reveille_runs_waiting',
    help: 'Runs that wait for a target, a model or a slot, and hold none, of all workspaces',
    servedBy: ['api'],
  },
  workspacesFull: {
    kind: 'gauge',
    name: 'reveille_workspaces_full',
    help: 'Workspaces whose slots are all in use: their next delivery is answered 429',
    servedBy: ['api'],
  },
  oldestRunAge: {
    kind: 'gauge',
    name: 'reveille_oldest_run_age_seconds',
    help: 'Since when the oldest delivery is being processed; 0 where none is',
    servedBy: ['api'],
  },
  archiveLag: {
    kind: 'gauge',
    name: 'reveille_archive_lag_seconds',
    help: 'For how long the oldest delivery that is not archived should have been; 0 where none should',
    servedBy: ['api'],
  },
  partUp: {
    kind: 'gauge',
    name: 'reveille_part_up',
    help: 'Whether a part that the API depends on takes new work',
    labels: { part: '`redis`, `blobs`, `temporal`, `namespace`, `search-attributes` or `workers`' },
    servedBy: ['api'],
  },
  sweepLastSuccess: {
    kind: 'gauge',
    name: 'reveille_sweep_last_success_timestamp_seconds',
    help: 'When the last sweep that completed ended',
    servedBy: ['api'],
  },
  sweepDuration: {
    kind: 'gauge',
    name: 'reveille_sweep_last_duration_seconds',
    help: 'How long the last sweep that completed took',
    servedBy: ['api'],
  },
  sweepFailures: {
    kind: 'gauge',
    name: 'reveille_sweep_last_failures',
    help: 'Records and workspaces in which the last sweep that completed could not do its work',
    servedBy: ['api'],
  },
  bodiesHeld: {
    ...ofApi,
    name: 'reveille_bodies_in_flight_bytes',
    help: 'Memory that bodies of requests hold from their arrival to the answer, as announced or as read, in this process',
  },
  bodiesMax: {
    ...ofApi,
    name: 'reveille_bodies_in_flight_max_bytes',
    help: 'Memory for bodies of requests in this process, of which one hook or client has at most half: beyond it they are refused',
  },
  redisMemoryUsed: {
    ...ofApi,
    name: 'reveille_redis_memory_used_bytes',
    help: 'Memory that Redis uses',
  },
  redisMemoryMax: {
    ...ofApi,
    name: 'reveille_redis_memory_max_bytes',
    help: 'Memory that Redis may use; 0: no limit is set',
  },
} as const satisfies Readonly<Record<string, Definition>>;

export type Definitions = typeof definitions;
