import { describe, expect, it } from 'vitest';

import { createRedact } from '#egress/redact.ts';
import { sanitizeHeaders } from '#egress/response-headers.ts';

const redact = createRedact(['s3cret-value']);

describe('sanitizeHeaders', () => {
  it.each([
    'Content-Type',
    'ETag',
    'Link',
    'Location',
    'Retry-After',
    'RateLimit-Remaining',
    'X-RateLimit-Reset',
    'X-Request-Id',
  ])('shows %s', (name) => {
    expect(sanitizeHeaders({ [name]: 'x' }, redact).headers).toEqual({ [name.toLowerCase()]: 'x' });
  });

  it.each([
    'Set-Cookie',
    'WWW-Authenticate',
    'Proxy-Authenticate',
    'Authentication-Info',
    'Authorization',
    'X-Debug',
    'X-Api-Key',
  ])('does not show %s', (name) => {
    expect(sanitizeHeaders({ [name]: 'x' }, redact).headers).toEqual({});
  });

  it('redacts values, and names that are made of a secret', () => {
    const raw = { location: 'https://a.test/?k=s3cret-value', 'x-ratelimit-s3cret-value': '1' };
    expect(sanitizeHeaders(raw, redact)).toEqual({
      headers: { location: 'https://a.test/?k=[redacted]', 'x-ratelimit-[redacted]': '1' },
      hits: 2,
    });
  });

  it('joins several of one name', () => {
    expect(sanitizeHeaders({ link: ['<a>', '<b>'] }, redact).headers).toEqual({ link: '<a>, <b>' });
  });
});
