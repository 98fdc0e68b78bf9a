import type { Case } from '#contracts/case.ts';
import type { PlayedCase } from './play-cases.ts';

export const caseView = ({ expected, createdAt, ...one }: PlayedCase): Case => ({
  ...one,
  expected:
    expected.kind === 'skipped'
      ? expected
      : {
          kind: expected.kind,
          requests: expected.requests.map(({ title, target, body }) => ({ title, target, body })),
        },
  createdAt: new Date(createdAt).toISOString(),
});
