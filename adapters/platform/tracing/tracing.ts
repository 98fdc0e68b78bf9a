type Attributes = Readonly<Record<string, string | number>>;

interface TracedCall {
  readonly name: string;
  readonly durationMs: number;
  readonly attributes: Attributes;
  readonly isFailed: boolean;
}

/** The reports of a process's work to OpenTelemetry. */
export interface Tracing {
  /** Answers an HTTP request within a span. `finish` is asked for its name and attributes when it is answered. */
  readonly serve: (
    work: () => Promise<void>,
    finish: () => { readonly name: string; readonly attributes: Attributes },
  ) => Promise<void>;
  /** Adds to what is being done. */
  readonly annotate: (attributes: Attributes) => void;
  /** A call that was made by what is being done. */
  readonly note: (call: TracedCall) => void;
  readonly traceId: () => string | null;
}

export const noTracing: Tracing = {
  serve: (work) => work(),
  annotate: () => undefined,
  note: () => undefined,
  traceId: () => null,
};
