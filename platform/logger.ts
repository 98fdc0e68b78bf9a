import { destination, pino, stdSerializers, type Logger } from 'pino';

export type { Logger };

/** Log lines are buffered for at most this long and flushed on exit. */
const writeEveryMs = 100;
const writeFromBytes = 4096;

/** JSON lines on standard output. Object first, message second; messages are constant. */
export function createLogger(level: string, name: string): Logger {
  return pino(
    {
      name,
      level,
      // Without this an error is logged as an empty object.
      serializers: { error: stdSerializers.err },
      redact: { paths: ['authorization', '*.authorization', 'token', '*.token'], censor: '[redacted]' },
    },
    destination({ sync: false, minLength: writeFromBytes, periodicFlush: writeEveryMs }),
  );
}
