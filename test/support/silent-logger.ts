import { createLogger } from '#platform/logger.ts';

/** For tests that do not look at log lines. */
export const silentLogger = createLogger('silent', 'test');
