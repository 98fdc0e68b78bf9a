import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

import generated from '@opentelemetry/otlp-transformer/build/src/generated/root.js';

interface Value {
  readonly stringValue?: string;
  readonly intValue?: { toString(): string };
}
interface WireSpan {
  readonly traceId: Uint8Array;
  readonly spanId: Uint8Array;
  readonly parentSpanId: Uint8Array | null;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
}
interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: WireSpan['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}

/** The generated code of OpenTelemetry, which has no types of its own. */
const root = generated as unknown as {
  readonly opentelemetry: {
    readonly proto: {
      readonly collector: {
        readonly trace: {
          readonly v1: { readonly ExportTraceServiceRequest: { decode(bytes: Uint8Array): ExportRequest } };
        };
      };
    };
  };
};
const { ExportTraceServiceRequest } = root.opentelemetry.proto.collector.trace.v1;

export interface SeenSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty where it has none. */
  readonly parentId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const hex = (bytes: Uint8Array | null): string => Buffer.from(bytes ?? []).toString('hex');
const attributesOf = (attributes: WireSpan['attributes']) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? String(value.intValue ?? '')]),
  );

/** A collector on loopback that keeps what it is sent by OTLP over HTTP. */
export async function startOtlpReceiver() {
  const spans: SeenSpan[] = [];
  const bodies: Buffer[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const sent = Buffer.concat(chunks);
      const bytes = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
      bodies.push(bytes);
      for (const { resource, scopeSpans } of ExportTraceServiceRequest.decode(bytes).resourceSpans) {
        const service = attributesOf(resource.attributes)['service.name'] ?? '';
        for (const { traceId, spanId, parentSpanId, name, attributes } of scopeSpans.flatMap((s) => s.spans))
          spans.push({
            service,
            traceId: hex(traceId),
            spanId: hex(spanId),
            parentId: hex(parentSpanId),
            name,
            attributes: attributesOf(attributes),
          });
      }
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans: (): readonly SeenSpan[] => spans,
    /** Everything that was sent. */
    bytes: () => Buffer.concat(bodies),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
