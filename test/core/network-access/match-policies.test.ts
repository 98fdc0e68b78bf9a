import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { attachingPolicies, domainsCovering, matchingPolicies } from '#network-access/match-policies.ts';
import { policyRecord, type PolicyLine } from './support/policies.ts';

const idsMatching = (host: string, lines: readonly PolicyLine[]) =>
  matchingPolicies(host, lines.map(policyRecord)).map(({ domain }) => domain);

describe('matchingPolicies', () => {
  it.each([
    ['example.com', 'example.com', true],
    ['example.com', 'api.example.com', false],
    ['api.example.com', 'example.com', false],
    ['*.example.com', 'api.example.com', true],
    ['*.example.com', 'a.b.c.d.example.com', true],
    ['*.example.com', 'example.com', false],
    ['*.example.com', 'evilexample.com', false],
    ['*.example.com', 'example.com.evil.com', false],
    ['*.example.com', 'example.org', false],
    ['*.api.example.com', 'example.com', false],
    ['*.api.example.com', 'x.example.com', false],
    ['example.com', 'example.co', false],
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1', '127.0.0.10', false],
    ['*.0.0.1', '127.0.0.1', false],
    ['[::1]', '[::1]', true],
    ['localhost', 'localhost', true],
    ['*.example.com', '_x.example.com', true],
    ['xn--bcher-kva.de', 'xn--bcher-kva.de', true],
  ])('a policy for %s and the host %s: %s', (domain, host, isMatch) => {
    expect(idsMatching(host, [[domain]])).toEqual(isMatch ? [domain] : []);
  });

  it('matches nothing when there is no policy', () => {
    expect(idsMatching('example.com', [])).toEqual([]);
  });

  it('puts the exact domain first, then the longer wildcard', () => {
    const lines: PolicyLine[] = [['*.example.com'], ['*.b.example.com'], ['a.b.example.com'], ['*.com']];
    expect(idsMatching('a.b.example.com', lines)).toEqual([
      'a.b.example.com',
      '*.b.example.com',
      '*.example.com',
      '*.com',
    ]);
  });

  it('finds the same by look-up as by reading every policy', () => {
    const name = fc
      .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 5 })
      .map((p) => p.join('.'));
    const domain = fc.oneof(
      name,
      name.map((base) => `*.${base}`),
    );
    fc.assert(
      fc.property(name, fc.uniqueArray(domain), (host, domains) => {
        const covering = new Set(domainsCovering(host));
        const expected = domains.filter((d) => (d.startsWith('*.') ? host.endsWith(d.slice(1)) : host === d));
        expect(domains.filter((d) => covering.has(d))).toEqual(expected);
      }),
    );
  });
});

describe('attachingPolicies', () => {
  const attached = (host: string, lines: readonly PolicyLine[]) =>
    attachingPolicies(matchingPolicies(host, lines.map(policyRecord))).map((p) => [p.headerName, p.domain]);

  it('attaches every header of every match', () => {
    const lines: PolicyLine[] = [
      ['*.example.com', 'X-Tenant', 't'],
      ['api.example.com', 'Authorization', 'a'],
    ];
    expect(attached('api.example.com', lines)).toEqual([
      ['Authorization', 'api.example.com'],
      ['X-Tenant', '*.example.com'],
    ]);
  });

  it('lets the exact domain win over a wildcard for one name, in any case', () => {
    const lines: PolicyLine[] = [
      ['*.example.com', 'authorization', 'w'],
      ['api.example.com', 'Authorization', 'e'],
    ];
    expect(attached('api.example.com', lines)).toEqual([['Authorization', 'api.example.com']]);
    expect(attached('web.example.com', lines)).toEqual([['authorization', '*.example.com']]);
  });

  it('lets the longer wildcard win over the shorter', () => {
    const lines: PolicyLine[] = [
      ['*.example.com', 'X-Key', 's'],
      ['*.eu.example.com', 'X-Key', 'l'],
    ];
    expect(attached('a.eu.example.com', lines)).toEqual([['X-Key', '*.eu.example.com']]);
  });

  it('attaches nothing for policies without a header', () => {
    expect(attached('example.com', [['example.com']])).toEqual([]);
  });
});
