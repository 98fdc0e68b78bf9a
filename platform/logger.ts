import { pino, stdSerializers, type Logger } from 'pino';

export type { Logger };

/** JSON lines on standard output. Object first, message second; the message is a fixed sentence. */
export function createLogger(level: string, name: string): Logger {
  return pino({
    name,
    level,
    // Without this an error is logged as an empty object.
    serializers: { error: stdSerializers.err },
    redact: { paths: ['authorization', '*.authorization', 'token', '*.token'], censor: '[redacted]' },
  });
}
