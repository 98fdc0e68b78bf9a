import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResourcesSync, envDetectorSync, Resource } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { OpenTelemetryWorkflowClientInterceptor } from '@temporalio/interceptors-opentelemetry/lib/client/index.js';
import {
  makeWorkflowExporter,
  OpenTelemetryActivityInboundInterceptor,
} from '@temporalio/interceptors-opentelemetry/lib/worker/index.js';

import { publicSpan } from './public-span.ts';
import type { Tracing } from './tracing.ts';

/**
 * Starts the SDK of OpenTelemetry. It takes its settings from its own variables (`OTEL_…`); loading this module costs
 * time and memory, so it is imported only where a collector is configured.
 */
export function startOpenTelemetry(process: 'api' | 'worker') {
  const resource = new Resource({ 'service.name': `reveille-${process}` }).merge(
    detectResourcesSync({ detectors: [envDetectorSync] }),
  );
  const processor = publicSpans(new BatchSpanProcessor(new OTLPTraceExporter()));
  const provider = new NodeTracerProvider({ resource, spanProcessors: [processor] });
  provider.register();
  return {
    tracing: createTracing(),
    clientInterceptor: startsOnly(),
    activityInterceptor: (context: ActivityContext) => new OpenTelemetryActivityInboundInterceptor(context),
    sinks: { exporter: makeWorkflowExporter(processor, resource) },
    close: () => provider.shutdown(),
  };
}

type ActivityContext = ConstructorParameters<typeof OpenTelemetryActivityInboundInterceptor>[0];

const active = () => trace.getActiveSpan();

function createTracing(): Tracing {
  const tracer = trace.getTracer('reveille');
  return {
    serve: (work, finish) =>
      tracer.startActiveSpan('request', { kind: SpanKind.SERVER }, async (span) => {
        try {
          await work();
        } finally {
          const { name, attributes } = finish();
          span.updateName(name).setAttributes(attributes);
          if (Number(attributes['http.response.status_code']) >= 500)
            span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        }
      }),
    annotate: (attributes) => active()?.setAttributes(attributes),
    note({ name, durationMs, attributes, isFailed }) {
      // Outside of what is traced there is nothing that it belongs to.
      if (active() === undefined) return;
      const endTime = Date.now();
      const options = { kind: SpanKind.CLIENT, attributes, startTime: endTime - durationMs };
      const span = tracer.startSpan(name, options);
      if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endTime);
    },
    traceId: () => active()?.spanContext().traceId ?? null,
  };
}

/** The calls that begin something. Others are questions, which would fill the traces. */
function startsOnly() {
  const interceptor = new OpenTelemetryWorkflowClientInterceptor();
  type Call = 'start' | 'startWithDetails' | 'signal' | 'signalWithStart' | 'startUpdateWithStart';
  const calls: Pick<OpenTelemetryWorkflowClientInterceptor, Call> = {
    start: (input, next) => interceptor.start(input, next),
    startWithDetails: (input, next) => interceptor.startWithDetails(input, next),
    signal: (input, next) => interceptor.signal(input, next),
    signalWithStart: (input, next) => interceptor.signalWithStart(input, next),
    startUpdateWithStart: (input, next) => interceptor.startUpdateWithStart(input, next),
  };
  return calls;
}

const publicSpans = (inner: SpanProcessor): SpanProcessor => ({
  onStart: (span, context) => inner.onStart(span, context),
  onEnd: (span) => inner.onEnd(publicSpan(span)),
  forceFlush: () => inner.forceFlush(),
  shutdown: () => inner.shutdown(),
});
