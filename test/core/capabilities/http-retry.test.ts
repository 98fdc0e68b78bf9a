import { describe, expect, it } from 'vitest';
import { retryOf } from '#capabilities/retry-of.ts';
import type { OutboundAnswer, OutboundFailure, OutboundResult } from '#contracts/outbound.ts';

const answered = (status: number, headers: Record<string, string> = {}): OutboundAnswer => ({
  kind: 'answered',
  status,
  headers,
  body: '',
  truncated: false,
  attachedHeaders: [],
  requestBody: null,
  requestUrl: 'https://api.example.com/',
  ignoredHeaders: [],
  host: 'api.example.com',
  path: '/',
  finalUrl: null,
  hints: [],
});

const failed = (sent: 'nothing' | 'maybe', isTemporary = true): OutboundFailure => ({
  kind: 'failed',
  reason: 'SOCKET_CLOSED',
  sent,
  isTemporary,
  message: 'The request to api.example.com failed.',
  host: 'api.example.com',
  path: '/',
  attachedHeaders: [],
  requestBody: null,
  requestUrl: 'https://api.example.com/',
});

const refused: OutboundResult = { kind: 'refused', host: 'api.example.com', ground: 'host', message: 'no' };
const invalid: OutboundResult = { kind: 'invalid', message: 'no' };

describe('a request that may be processed later', () => {
  it.each([
    [408, { GET: true, POST: true }, false],
    [425, { GET: true, POST: true }, false],
    [429, { GET: true, POST: true }, false],
    [502, { GET: true, POST: false }, true],
    [503, { GET: true, POST: true }, true],
    [504, { GET: true, POST: false }, true],
  ] as const)('was answered %d', (status, isSafe, isOutage) => {
    for (const method of ['GET', 'POST'] as const)
      expect(retryOf(method, answered(status))).toEqual({ isSafe: isSafe[method], askedMs: null, isOutage });
  });

  it.each(['GET', 'POST'] as const)('%s got no connection', (method) => {
    expect(retryOf(method, failed('nothing'))).toEqual({ isSafe: true, askedMs: null, isOutage: true });
  });

  it.each([
    ['GET', true],
    ['DELETE', true],
    ['POST', false],
    ['PATCH', false],
  ] as const)('%s was cut off: repeating it is safe: %s', (method, isSafe) => {
    expect(retryOf(method, failed('maybe'))).toMatchObject({ isSafe });
  });

  it('tells the wait that the target asks for', () => {
    expect(retryOf('POST', answered(429, { 'retry-after': '30' }))).toMatchObject({ askedMs: 30_000 });
  });
});

it.each([200, 301, 400, 401, 404, 409, 422, 500, 501])('an answer %d is final', (status) => {
  expect(retryOf('GET', answered(status))).toBeNull();
});

it('a refusal, an invalid request and a lasting failure are final', () => {
  for (const result of [refused, invalid, failed('nothing', false)])
    expect(retryOf('GET', result)).toBeNull();
});
