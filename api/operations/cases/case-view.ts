import type { StoredCase, StoredExpected } from '#contracts/case.ts';

type ShownRequest = Omit<Extract<StoredExpected, { kind: 'requests' }>['requests'][number], 'digest'>;

/** A case as it is answered and exported. */
export const caseView = <One extends StoredCase>({ expected, createdAt, ...one }: One) => ({
  ...one,
  expected: expectedView(expected),
  createdAt: new Date(createdAt).toISOString(),
});

export const expectedView = (expected: StoredExpected) =>
  expected.kind === 'skipped'
    ? expected
    : { kind: expected.kind, requests: expected.requests.map(requestView) };

export const requestView = ({ title, target, body }: ShownRequest): ShownRequest => ({ title, target, body });
