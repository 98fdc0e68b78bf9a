import type { ItemOf } from '#api/routing/call-operation.ts';

/** The expectation of a case in a line. */
export function expectedLine(expected: ItemOf<'listCases'>['expected']): string {
  if (expected.kind === 'skipped') return 'skipped';
  const requests = expected.requests.map(({ title, target, body }) =>
    `${title} ${target} ${body ?? ''}`.trim(),
  );
  return requests.length === 0 ? 'run, without a request' : requests.join(', then ');
}
