import { expect, test } from 'vitest';

import type { PolicyRecord } from '#contracts/policy.ts';
import { neededApproval } from '#network-access/needed-approval.ts';

const policyWith = (path: string): PolicyRecord => ({
  id: 'pol_1',
  domain: 'api.example.com',
  headerName: null,
  sealedHeaderValue: null,
  approval: { needed: 'writes', hours: 24, except: [{ method: 'POST', path }] },
  revision: 1,
  createdAt: 0,
  updatedAt: 0,
});

test.each([
  ['/held/*/', '/held/7/', false],
  ['/held/*', '/held/7', false],
  ['/held/*', '/held/7/x', true],
  ['/held/*', '/held/7%2Fx', true],
  ['/held/**', '/held/7', true],
])('the exception %s for %s needs an approval: %s', (path, asked, isNeeded) => {
  expect(neededApproval([policyWith(path)], { method: 'POST', path: asked }) !== null).toBe(isNeeded);
});
