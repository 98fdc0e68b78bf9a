import { z } from 'zod';

/** Variables that the SDK of OpenTelemetry reads by itself; here for their checks. */
export const traceSettings = <Url extends z.ZodType>(absoluteUrl: Url) =>
  ({
    OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(absoluteUrl),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.optional(absoluteUrl),
    OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
    OTEL_EXPORTER_OTLP_PROTOCOL: z
      .literal('http/protobuf', 'must be http/protobuf, the only one that is spoken')
      .optional(),
    OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
    OTEL_SERVICE_NAME: z.string().optional(),
    OTEL_TRACES_SAMPLER: z.string().optional(),
    OTEL_TRACES_SAMPLER_ARG: z.string().optional(),
    OTEL_SDK_DISABLED: z.stringbool().default(false),
  }) as const;
