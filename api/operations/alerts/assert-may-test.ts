import { DomainError } from '#domain/domain-error.ts';
import type { AlertRules } from '#store/alert/alert-rules.ts';

/** They go to addresses that nobody confirmed. */
const testsAnHour = 10;

export interface TestDeps {
  readonly alertRules: Pick<AlertRules, 'tests'>;
}

/** Throws ALERT_TESTS_EXCEEDED where the workspace sent as many test alerts and test events as it may. */
export async function assertMayTest({ alertRules: { tests } }: TestDeps, workspaceId: string): Promise<void> {
  const waitMs = await tests.take(workspaceId, testsAnHour);
  if (waitMs === null) return;
  throw new DomainError('ALERT_TESTS_EXCEEDED', `At most ${testsAnHour} test alerts are sent in an hour`, {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}
