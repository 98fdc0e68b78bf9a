import { pino, stdSerializers, type Logger } from 'pino';

import { createLogOutput } from './log-output.ts';

export type { Logger };

const standardOutput = 1;

/**
 * JSON lines on standard output. Object first, message second; messages are constant. `context` gives the fields of what
 * is being done at the moment.
 */
export function createLogger(level: string, name: string, context: () => object = () => ({})): Logger {
  return pino(
    {
      name,
      level,
      mixin: context,
      // Without this an error is logged as an empty object.
      serializers: { error: stdSerializers.err },
      redact: { paths: ['authorization', '*.authorization', 'token', '*.token'], censor: '[redacted]' },
    },
    createLogOutput(standardOutput),
  );
}
