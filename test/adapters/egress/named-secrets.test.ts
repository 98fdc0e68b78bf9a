import { describe, expect, it } from 'vitest';

import { testEgress } from './support/egress.ts';
import { httpTarget } from './support/target.ts';
import type { PolicyLine } from '#test/core/network-access/support/policies.ts';
import { secretLookup, type SecretLine } from '#test/core/network-access/support/secrets.ts';

const lines: readonly PolicyLine[] = [['127.0.0.1'], ['*.test']];
const slack: SecretLine = ['slack', 'T000/B000/s3cr3tOfSlack', '127.0.0.1', 'hooks.test'];
const quoted: SecretLine = ['quoted', 'with "quotes" & more=1', '127.0.0.1'];
const named = [slack, quoted];

describe('a named secret is filled in', () => {
  it('in the path, as several segments', async () => {
    await using target = await httpTarget();
    const { send, uses } = testEgress({ lines, named });
    const result = await send('POST', `${target.url}/services/{{secret.slack}}`, { body: 'x' });
    expect(result).toMatchObject({ kind: 'answered', path: '/services/{{secret.slack}}' });
    expect(target.received[0]?.url).toBe('/services/T000/B000/s3cr3tOfSlack');
    expect(uses).toEqual(['slack']);
  });

  it('in the query, encoded', async () => {
    await using target = await httpTarget();
    await testEgress({ lines, named }).send(
      'GET',
      `${target.url}/a?b=1&key={{secret.quoted}}&c={{secret.slack}}`,
    );
    expect(target.received[0]?.url).toBe(
      '/a?b=1&key=with%20%22quotes%22%20%26%20more%3D1&c=T000%2FB000%2Fs3cr3tOfSlack',
    );
  });

  it('in the value of a header, also where a policy attaches another one', async () => {
    await using target = await httpTarget();
    const policies: readonly PolicyLine[] = [['127.0.0.1', 'X-Tenant', 'tenant-0123456789']];
    await testEgress({ lines: policies, named }).send('GET', target.url, {
      headers: { Authorization: 'Bearer {{ secret.slack }}' },
    });
    expect(target.received[0]?.headers).toMatchObject({
      authorization: 'Bearer T000/B000/s3cr3tOfSlack',
      'x-tenant': 'tenant-0123456789',
    });
  });

  it.each([
    [{ token: '{{secret.quoted}}' }, {}, '{"token":"with \\"quotes\\" & more=1"}'],
    ['{"token":"{{secret.quoted}}"}', {}, '{"token":"with \\"quotes\\" & more=1"}'],
    [
      'token={{secret.quoted}}&a=1',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'token=with%20%22quotes%22%20%26%20more%3D1&a=1',
    ],
    ['token: {{secret.quoted}}', {}, 'token: with "quotes" & more=1'],
  ])('in the body %j with %j', async (body, headers, sent) => {
    await using target = await httpTarget();
    await testEgress({ lines, named }).send('POST', target.url, { body, headers });
    expect(target.received[0]?.body).toBe(sent);
    expect(target.received[0]?.headers['content-length']).toBe(String(Buffer.byteLength(sent)));
  });

  it('not for a URL that encodes the braces itself', async () => {
    await using target = await httpTarget();
    const { send, uses } = testEgress({ lines, named });
    await send('GET', `${target.url}/%7B%7Bsecret.slack%7D%7D`);
    expect(target.received[0]?.url).toBe('/%7B%7Bsecret.slack%7D%7D');
    expect(uses).toEqual([]);
  });
});

describe('nothing is sent', () => {
  it.each([
    ['of an unknown name', '127.0.0.1', 'nobody', 'secret-unknown'],
    ['for a host outside of its domains', 'other.test', 'slack', 'secret-host'],
    ['for a subdomain of its domain', 'a.hooks.test', 'slack', 'secret-host'],
    ['for a host that no policy allows', '127.0.0.2', 'slack', 'host'],
  ])('with a secret %s', async (_, host, name, ground) => {
    await using target = await httpTarget();
    const { send, egress, rows, uses } = testEgress({ lines, named });
    const url = `http://${host}:${target.port}/{{secret.${name}}}`;
    const message =
      `Outbound request to '${host}' is not allowed` +
      (ground === 'secret-unknown' ? ': it names a secret that the workspace does not have' : '');
    expect(await send('POST', url)).toMatchObject({ kind: 'refused', ground, message });
    expect(rows).toMatchObject([{ allowed: false, ground, secrets: [name], path: `/{{secret.${name}}}` }]);
    const scope = { workspaceId: 'ws_1', agentId: 'agt_1' };
    expect(await egress.check(scope, { method: 'POST', url })).toMatchObject({ allowed: false, ground });
    expect([target.connections(), uses]).toEqual([0, []]);
  });

  it('with a secret over plain http, but to loopback that is open', async () => {
    await using target = await httpTarget();
    const { send } = testEgress({ lines, named, allowAddresses: [] });
    const sent = await send('POST', `http://hooks.test:${target.port}/`, { body: '{{secret.slack}}' });
    expect(sent).toMatchObject({ kind: 'refused', ground: 'plaintext' });
    expect(target.connections()).toBe(0);
  });

  it.each([
    'https://{{secret.slack}}.test/',
    'https://hooks.test:{{secret.slack}}/',
    'https://{{secret.slack}}@hooks.test/',
  ])('for a secret in front of the path: %s', async (url) => {
    expect(await testEgress({ lines, named }).send('GET', url)).toMatchObject({ kind: 'invalid' });
  });

  it('a request that names secrets very often', async () => {
    const body = '{{secret.slack}}'.repeat(17);
    expect(await testEgress({ lines, named }).send('POST', 'https://hooks.test/', { body })).toMatchObject({
      kind: 'invalid',
    });
  });

  it('fails if the value cannot be decrypted, and the failure names the secret', async () => {
    await using target = await httpTarget();
    const open = () => {
      throw new Error('another master key');
    };
    const { send, warnings } = testEgress({ lines, namedSecrets: { ...secretLookup(named), open } });
    expect(await send('GET', `${target.url}/{{secret.slack}}`)).toMatchObject({
      kind: 'failed',
      reason: 'SECRET_UNAVAILABLE',
      sent: 'nothing',
      message: expect.stringContaining('the secret slack cannot be read'),
    });
    expect(warnings).toMatchObject([{ secret: 'slack' }]);
    expect(target.connections()).toBe(0);
  });
});

describe('the answer', () => {
  it('is redacted of the value in any of its forms, and the log keeps the name alone', async () => {
    await using target = await httpTarget((received, response) => {
      response.writeHead(200, { 'x-request-id': received.url });
      response.end(JSON.stringify({ url: received.url, b64: Buffer.from(received.url).toString('base64') }));
    });
    const { send, rows, warnings } = testEgress({ lines, named });
    const result = await send('GET', `${target.url}/services/{{secret.slack}}`);
    expect(JSON.stringify([result, rows, warnings])).not.toMatch(/s3cr3tOfSlack|c3Jzb2Z|czNjcjN0T2ZTbGFj/i);
    expect(rows).toMatchObject([{ secrets: ['slack'], path: '/services/{{secret.slack}}', redactions: 3 }]);
  });

  it('is not followed elsewhere, and shows no value in its location', async () => {
    await using other = await httpTarget();
    await using target = await httpTarget((received, response) => {
      response.writeHead(302, { location: `${other.url}/next?of=${received.url}&is={{secret.slack}}` });
      response.end();
    });
    const result = await testEgress({ lines, named }).send('GET', `${target.url}/{{secret.slack}}`);
    expect(result).toMatchObject({ kind: 'answered', status: 302, finalUrl: null });
    expect(JSON.stringify(result)).not.toContain('s3cr3tOfSlack');
    expect(other.connections()).toBe(0);
  });

  it('cannot name a secret in a redirect', async () => {
    await using target = await httpTarget((received, response) => {
      const isFirst = received.url === '/';
      response.writeHead(isFirst ? 302 : 200, isFirst ? { location: '/next?is={{secret.slack}}' } : {});
      response.end();
    });
    await testEgress({ lines, named }).send('GET', `${target.url}/`);
    expect(target.received.map(({ url }) => url)).toEqual(['/', '/next?is={{secret.slack}}']);
  });
});
