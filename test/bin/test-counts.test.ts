import { expect, it } from 'vitest';
import { countTests } from '../../bin/test-counts.ts';

const report = (counts: object, testResults: object[] = []) =>
  JSON.stringify({
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults,
    ...counts,
  });

it('takes over what the runner counted', () => {
  const text = report({ numPassedTests: 7, numFailedTests: 2, numPendingTests: 3, numTodoTests: 1 });
  expect(countTests(text)).toEqual({ passed: 7, failed: 2, skipped: 4 });
});

it('counts a file that could not be loaded as a failure', () => {
  const text = report({ numPassedTests: 1 }, [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{}] },
  ]);
  expect(countTests(text)).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

it('counts nothing where there is no report', () => {
  expect(countTests('{}')).toEqual({ passed: 0, failed: 0, skipped: 0 });
});
