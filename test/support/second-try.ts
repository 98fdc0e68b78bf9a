import type { RunnerTestCase } from 'vitest';

/** Whether a test is tried again, after a try that may have left anything behind. */
export const isSecondTry = ({ result }: Readonly<RunnerTestCase>): boolean => (result?.retryCount ?? 0) > 0;
