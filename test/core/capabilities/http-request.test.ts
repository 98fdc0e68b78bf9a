import { describe, expect, test } from 'vitest';

import { httpRequest } from '#capabilities/http-request.ts';
import { shownAct } from '#capabilities/step.ts';

const callTo = (url: string) => ({
  callId: 'c',
  name: 'http_request' as const,
  method: 'POST' as const,
  url,
});
const key = 'AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';

describe('a request whose path holds a key', () => {
  const call = callTo(`https://api.telegram.org/bot123456:${key}/sendMessage?text=x`);

  test('is told to operators without the key', () => {
    expect(httpRequest.describe(call)).toBe('POST api.telegram.org/bot123456:…/sendMessage');
    expect(httpRequest.describeBriefly?.(call)).toBe('POST api.telegram.org');
  });

  test('leaves a step without the key', () => {
    const why = { outcome: 'unknown', error: 'The worker stopped.' } as const;
    expect(httpRequest.stepWithoutResult(call, why)).toMatchObject({
      path: '/bot123456:…/sendMessage',
      ...why,
    });
  });

  test('leaves a step without the key when it is sent', async () => {
    const send = () =>
      Promise.resolve({
        kind: 'answered' as const,
        status: 200,
        headers: {},
        body: '',
        truncated: false,
        attachedHeaders: [],
        requestBody: null,
        requestUrl: 'https://api.example.com/',
        ignoredHeaders: [],
        host: 'hooks.slack.com',
        path: '/services/T01AB2CD3/B04EF5GH6/Zx9Yw8Vu7Ts6Rq5Po4Nm3Lk2',
        finalUrl: null,
        hints: [],
      });
    const run = { kind: 'delivery', workspaceId: 'w', automationId: 'a', deliveryId: 'd' } as const;
    const { signal } = new AbortController();
    const position = { agentId: 'g', round: 2, turn: 1, request: 1, isByRules: false, isApproved: false };
    const context = { run, ...position, signal, onSending: () => Promise.resolve() };
    const instructions = () => Promise.resolve([]);
    const check = () => Promise.reject(new Error('not asked'));
    const performed = await httpRequest.perform(call, { egress: { send, check }, instructions }, context);
    expect(performed).toMatchObject({ step: { path: '/services/T01AB2CD3/B04EF5GH6/Zx9Yw8…' } });
  });
});

test('a path is no Markdown in the summary of a request', () => {
  expect(httpRequest.describe(callTo('https://a.example/[x](//evil.example)*'))).toBe(
    'POST a.example/%5Bx%5D%28//evil.example%29%2A',
  );
});

describe('a step that an earlier release stored', () => {
  const step = {
    kind: 'request',
    startedAt: '2026-01-02T03:04:05.678Z',
    durationMs: 9,
    method: 'POST',
    host: 'api.example.com',
    path: '/orders',
    status: 401,
    attachedHeaders: [] as string[],
    outcome: 'answered',
    error: 'No header is attached.',
  } as const;

  test('is shown as any other, with the key that its policy lacks', () => {
    expect(shownAct(step)).toEqual({
      title: 'POST',
      target: 'api.example.com/orders',
      receiver: 'api.example.com',
      outcome: 'answered 401',
      isGood: false,
      error: 'No header is attached.',
      details: [{ label: 'Headers attached', value: 'none' }],
      remedy: { kind: 'add-key', name: 'api.example.com' },
    });
  });

  test.each([
    [
      { status: null, outcome: 'refused' },
      { outcome: 'refused', remedy: { kind: 'allow', name: 'api.example.com' } },
    ],
    [
      { status: 403, attachedHeaders: ['X-Key'] },
      { outcome: 'answered 403', remedy: null },
    ],
    [{ status: 201 }, { outcome: 'answered 201', isGood: true, remedy: null }],
  ])('leads to what its owner can do: %o', (changed, shown) => {
    expect(shownAct({ ...step, ...changed })).toMatchObject(shown);
  });
});
