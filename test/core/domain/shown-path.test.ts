import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { shownPath } from '#domain/shown-path.ts';

describe('shownPath', () => {
  it.each([
    ['/bot123456:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw/sendMessage', '/bot123456:…/sendMessage'],
    ['/bot123456%3AAAHdqTcv/getMe', '/bot123456%3A…/getMe'],
    ['/services/T01AB2CD3/B04EF5GH6/Zx9Yw8Vu7Ts6Rq5Po4Nm3Lk2', '/services/T01AB2CD3/B04EF5GH6/Zx9Yw8…'],
    [
      '/api/webhooks/1067856012345678901/aZ3-k9QwErTyUiOpAsDfGhJkLzXcVbNm_1234',
      '/api/webhooks/1067856012345678901/aZ3-k9…',
    ],
    ['/v1/1971800d4d82861d8f2c1651fea4d212/orders', '/v1/197180…/orders'],
    ['/hooks/aBcDeFgHiJkLmNoPqRsTuVwXyZ', '/hooks/aBcDeF…'],
  ])('shows the beginning of what looks like a key: %s', (path, shown) => {
    expect(shownPath(path)).toBe(shown);
  });

  it.each([
    '/',
    '/v1/orders/12345678901234567890',
    '/orders/550e8400-e29b-41d4-a716-446655440000/items',
    '/files/quarterly-report-2026-03-01.final.pdf',
    '/webhookb2/IncomingWebhookConnector/anything',
    '/repos/example/a-rather-long-repository-name/issues/7',
    '/bot/settings',
    '/robots.txt',
  ])('leaves %s alone', (path) => {
    expect(shownPath(path)).toBe(path);
  });

  it('shows at most six characters of any random key', () => {
    const key = fc
      .stringMatching(/^[A-Za-z0-9_-]{24,64}$/)
      .filter((text) => /[a-z][0-9]/.test(text) && /[0-9][a-zA-Z]/.test(text));
    fc.assert(
      fc.property(key, (text) => {
        expect(shownPath(`/a/${text}/b`)).toBe(`/a/${text.slice(0, 6)}…/b`);
      }),
    );
  });
});
