import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import { type Definition, type Definitions, definitions } from './definitions.ts';

type Process = 'api' | 'worker';
type LabelOf<D> = D extends { readonly labels: infer Labels } ? Extract<keyof Labels, string> : never;

type InstrumentOf<D extends Definition> = D['kind'] extends 'counter'
  ? Counter<LabelOf<D>>
  : D['kind'] extends 'gauge'
    ? Gauge<LabelOf<D>>
    : Histogram<LabelOf<D>>;

/** The metrics of a process by their keys in the table of definitions, and the registry that serves them. */
export type Metrics<P extends Process = Process> = {
  readonly [K in keyof Definitions as P extends Definitions[K]['servedBy'][number] ? K : never]: InstrumentOf<
    Definitions[K]
  >;
} & { readonly registry: Registry };

/** Creates the metrics of a process, beside those of Node: event loop, memory, garbage collection. */
export function createMetrics<P extends Process>(process: P): Metrics<P> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const served = Object.entries<Definition>(definitions).filter(([, { servedBy }]) =>
    servedBy.includes(process),
  );
  const instruments = Object.fromEntries(
    served.map(([key, definition]) => [key, instrumentOf(definition, registry)]),
  );
  return { ...instruments, registry } as unknown as Metrics<P>;
}

function instrumentOf({ kind, name, help, labels = {}, buckets = [] }: Definition, registry: Registry) {
  const options = { name, help, labelNames: Object.keys(labels), registers: [registry] };
  switch (kind) {
    case 'counter':
      return new Counter(options);
    case 'histogram':
      return new Histogram({ ...options, buckets: [...buckets] });
    case 'gauge': {
      const gauge = new Gauge(options);
      // A value that was never measured is absent, not 0.
      if (options.labelNames.length === 0) gauge.remove();
      return gauge;
    }
  }
}
