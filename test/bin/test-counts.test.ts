import { expect, it } from 'vitest';
import { countTests, secondTries } from '#bin/test-counts.ts';

const report = (counts: object, testResults: object[] = []) =>
  JSON.stringify({
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults,
    ...counts,
  });

const testCase = (more: object) => ({
  status: 'passed',
  ancestorTitles: ['a page'],
  title: 'opens',
  failureMessages: [],
  ...more,
});

it('takes over what the runner counted', () => {
  const text = report({ numPassedTests: 7, numFailedTests: 2, numPendingTests: 3, numTodoTests: 1 });
  expect(countTests(text)).toEqual({ passed: 7, failed: 2, skipped: 4 });
});

it('counts a file that could not be loaded as a failure', () => {
  const text = report({ numPassedTests: 1 }, [
    { name: '/repository/one.test.ts', status: 'failed', assertionResults: [] },
    { name: '/repository/two.test.ts', status: 'failed', assertionResults: [testCase({ status: 'failed' })] },
  ]);
  expect(countTests(text)).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

it('counts nothing where there is no report', () => {
  expect(countTests('{}')).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

it('names what passed on its second try, and nothing else', () => {
  const failureMessages = ['Error: not yet'];
  const assertionResults = [
    testCase({}),
    testCase({ failureMessages }),
    testCase({ failureMessages, ancestorTitles: [], title: 'stands alone' }),
    testCase({ failureMessages, status: 'failed' }),
  ];
  const text = report({}, [{ name: '/repository/test/page.test.ts', status: 'failed', assertionResults }]);
  expect(secondTries(text, '/repository')).toEqual([
    'test/page.test.ts > a page > opens',
    'test/page.test.ts > stands alone',
  ]);
  expect(secondTries('{}', '/repository')).toEqual([]);
});
