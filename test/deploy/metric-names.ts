import { type Definition, definitions } from '#platform/metrics/definitions.ts';

const suffixes = { counter: [''], gauge: [''], histogram: ['_bucket', '_count', '_sum'] } as const;

const ours = Object.values(definitions).flatMap(({ kind, name }: Definition) =>
  suffixes[kind].map((suffix) => `${name}${suffix}`),
);

/** The metrics of Prometheus, Node and the SDK of Temporal that are used; the last are checked on a worker. */
const others = [
  'up',
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
  'nodejs_eventloop_lag_p99_seconds',
  'process_resident_memory_bytes',
  'temporal_activity_schedule_to_start_latency_bucket',
  'temporal_worker_task_slots_available',
  'temporal_workflow_task_schedule_to_start_latency_bucket',
];
const known: ReadonlySet<string> = new Set([...ours, ...others]);

/** The names of metrics in a PromQL expression. */
const namesIn = (expression: string): readonly string[] =>
  [
    ...expression
      .replaceAll(/"[^"]*"/g, '""')
      .matchAll(/\b(?:reveille|node|nodejs|process|temporal)_[a-z0-9_]+|\bup\b/g),
  ].map(([name]) => name);

export const metricNames = {
  ours,
  namesIn,
  unknownIn: (expression: string) => namesIn(expression).filter((name) => !known.has(name)),
};
