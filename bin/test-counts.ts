import path from 'node:path';
import { z } from 'zod';

const Report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
});

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const noTests: TestCounts = { passed: 0, failed: 0, skipped: 0 };

/** The counts of the runner's JSON report. A file that could not be loaded has no tests and counts as one failure. */
export function countTests(reportText: string): TestCounts {
  const { data: report } = Report.safeParse(JSON.parse(reportText));
  if (report === undefined) return noTests;
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The names of the tests that failed first and passed when they were tried again. */
export function secondTries(reportText: string, root: string): readonly string[] {
  const { data: report } = Report.safeParse(JSON.parse(reportText));
  return (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      // A test that passed keeps the failure of its first try.
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ ancestorTitles, title }) =>
        [path.relative(root, name), ...ancestorTitles, title].filter(Boolean).join(' > '),
      ),
  );
}
