import { describe, expect, it } from 'vitest';

import { testEgress } from './support/egress.ts';
import { httpTarget } from './support/target.ts';
import type { PolicyLine } from '#test/core/network-access/support/policies.ts';
import type { SecretLine } from '#test/core/network-access/support/secrets.ts';

const secret = 'Bearer sk_live_0123456789';
const lines: readonly PolicyLine[] = [
  ['127.0.0.1', 'Authorization', secret],
  ['*.test', 'X-Key', 'key-of-the-other-0123456789'],
];
const named: readonly SecretLine[] = [['slack', 'T000/B000/s3cr3tOfSlack', '127.0.0.1']];

describe('the body that is told of a request', () => {
  it('has the name of a secret in the place of its value, and no credential, however it is written', async () => {
    await using target = await httpTarget();
    const body = {
      token: '{{secret.slack}}',
      copied: 'T000/B000/s3cr3tOfSlack',
      attached: Buffer.from('sk_live_0123456789').toString('base64'),
      order: 'A-1',
    };
    const result = await testEgress({ lines, named }).send('POST', target.url, { body });
    expect(target.received[0]?.body).toContain('"token":"T000/B000/s3cr3tOfSlack"');
    expect(result).toMatchObject({
      requestBody: '{"token":"{{secret.slack}}","copied":"[redacted]","attached":"[redacted]","order":"A-1"}',
    });
  });

  it('has no half of a credential where it is cut', async () => {
    await using target = await httpTarget();
    for (let before = 65_490; before < 65_540; before += 5) {
      const body = `${'é'.repeat(before / 2)} sk_live_0123456789 ${'x'.repeat(5_000)}`;
      const result = await testEgress({ lines }).send('POST', target.url, { body });
      const told = 'requestBody' in result ? result.requestBody : null;
      expect(Buffer.byteLength(told ?? '')).toBeLessThanOrEqual(65_536);
      expect(told).not.toContain('sk_l');
    }
  });

  it('is told where the target answered nothing, and not where nothing was sent', async () => {
    await using target = await httpTarget((_, response) => void response.destroy());
    const { send } = testEgress({ lines });
    expect(await send('POST', target.url, { body: 'a sk_live_0123456789' })).toMatchObject({
      kind: 'failed',
      requestBody: 'a [redacted]',
    });
    expect(await send('POST', 'http://closed.example/', { body: 'a' })).not.toHaveProperty('requestBody');
    expect(await send('GET', target.url)).toMatchObject({ kind: 'failed', requestBody: null });
    const resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    const unresolved = testEgress({ lines: [['*.test']], resolve }).send('POST', 'http://a.test/', {
      body: 'a',
    });
    expect(await unresolved).toMatchObject({ kind: 'failed', requestBody: null });
  });
});
