import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';

/**
 * Attributes that may leave the process. The libraries also tell ids of workflows, which have the event ids of senders in
 * them, search attributes and messages of errors, which may quote what arrived.
 */
const allowed: ReadonlySet<string> = new Set([
  'automation_id',
  'conversation_id',
  'delivery_id',
  'workspace_id',
  'error.type',
  'exception.type',
  'gen_ai.operation.name',
  'gen_ai.request.model',
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.output_tokens',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'network_access.ground',
  'run_id',
  'server.address',
  'server.port',
  'taskQueue',
  'temporalActivityId',
  'tool.name',
  'workflowType',
]);

function publicAttributes(attributes: ReadableSpan['attributes'] = {}): ReadableSpan['attributes'] {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => allowed.has(name)));
}

/**
 * The part of a span that is exported: names, times, ids of our own and how it ended, but nothing that came from outside.
 */
export function publicSpan(span: ReadableSpan): ReadableSpan {
  return {
    name: span.name,
    kind: span.kind,
    spanContext: () => span.spanContext(),
    ...(span.parentSpanId !== undefined && { parentSpanId: span.parentSpanId }),
    startTime: span.startTime,
    endTime: span.endTime,
    status: { code: span.status.code },
    attributes: publicAttributes(span.attributes),
    links: [],
    events: span.events.map(({ name, time, attributes }) => ({
      name,
      time,
      attributes: publicAttributes(attributes),
    })),
    duration: span.duration,
    ended: span.ended,
    resource: span.resource,
    instrumentationLibrary: span.instrumentationLibrary,
    droppedAttributesCount: 0,
    droppedEventsCount: span.droppedEventsCount,
    droppedLinksCount: 0,
  };
}
