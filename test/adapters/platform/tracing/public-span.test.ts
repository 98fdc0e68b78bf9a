import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { expect, test } from 'vitest';

import { publicSpan } from '#platform/tracing/public-span.ts';

const context = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 };

test('a span has only the attributes on the list', () => {
  const attributes = {
    delivery_id: 'dlv_1',
    'http.request.method': 'POST',
    temporalWorkflowId: 'run/aut_1/id/canary',
    searchAttributes: 'canary',
    'url.full': 'https://example.com/?key=canary',
  };
  const exception = {
    'exception.type': 'ApplicationFailure',
    'exception.message': 'canary',
    'exception.stacktrace': 'canary',
  };
  const told = publicSpan({
    name: 'RunActivity:sendRequest',
    kind: 0,
    spanContext: () => context,
    parentSpanId: 'c'.repeat(16),
    status: { code: 2, message: 'canary' },
    attributes,
    events: [{ name: 'exception', time: [1, 2], attributes: exception }],
    links: [{ context, attributes: { link: 'canary' } }],
  } as unknown as ReadableSpan);
  expect(JSON.stringify(told)).not.toContain('canary');
  expect(told).toMatchObject({
    name: 'RunActivity:sendRequest',
    parentSpanId: 'c'.repeat(16),
    status: { code: 2 },
    attributes: { delivery_id: 'dlv_1', 'http.request.method': 'POST' },
    events: [{ name: 'exception', attributes: { 'exception.type': 'ApplicationFailure' } }],
  });
  expect(told.spanContext()).toEqual(context);
});
