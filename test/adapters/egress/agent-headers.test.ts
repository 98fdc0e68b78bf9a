import { describe, expect, it } from 'vitest';

import { checkAgentHeaders, prepareAgentHeaders } from '#egress/agent-headers.ts';

describe('checkAgentHeaders', () => {
  it.each([
    'Host',
    'host',
    'Content-Length',
    'Transfer-Encoding',
    'transfer_encoding',
    'Connection',
    'Keep-Alive',
    'Upgrade',
    'Expect',
    'TE',
    'Trailer',
    'Proxy-Authorization',
    'Proxy-Connection',
    'Proxy',
    'PROXY_AUTHORIZATION_',
    'Host_',
    'HTTP2-Settings',
    ':authority',
    ':path',
    '',
    'X Key',
    'X-Key:',
    'X-Key\r\nHost',
    'X-Schlüssel',
  ])('refuses the name %j', (name) => {
    expect(checkAgentHeaders({ [name]: 'x' }).kind).toBe('invalid');
  });

  it.each(['a\r\nHost: evil.com', 'a\nb', 'a\rb', 'a\u0000b', 'a\u007fb', 'ä€', '\u2028'])(
    'refuses the value %j',
    (value) => {
      expect(checkAgentHeaders({ 'X-Key': `1${value}1` }).kind).toBe('invalid');
    },
  );

  it('does not repeat a value in its refusal', () => {
    const result = checkAgentHeaders({ 'X-Key': 'topsecret\u0000' });
    expect(JSON.stringify(result)).not.toContain('topsecret');
  });

  it('refuses one name in two spellings of case', () => {
    expect(checkAgentHeaders({ 'X-A': '1', 'x-a': '2' }).kind).toBe('invalid');
  });

  it.each([
    ['65 headers', Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`X-${index}`, '1']))],
    ['17 KiB of headers', { 'X-Long': 'a'.repeat(17_000) }],
  ])('refuses %s', (_, headers) => {
    expect(checkAgentHeaders(headers).kind).toBe('invalid');
  });

  it('takes plain headers, numbers and Latin-1 as they are', () => {
    expect(checkAgentHeaders({ Accept: ' a/b ', 'X-Page': 2, 'X-Ok': true, 'X-Name': 'Zoë' })).toEqual({
      kind: 'checked',
      headers: [
        ['Accept', 'a/b'],
        ['X-Page', '2'],
        ['X-Ok', 'true'],
        ['X-Name', 'Zoë'],
      ],
    });
  });
});

describe('prepareAgentHeaders', () => {
  function left(headers: Record<string, string>, configuredNames: string[], isOtherSite = false) {
    const checked = checkAgentHeaders(headers);
    if (checked.kind === 'invalid') throw new Error(checked.message);
    const { headers: kept, ignored } = prepareAgentHeaders(checked.headers, {
      configuredNames,
      isOtherSite,
      namesSecret: false,
    });
    return { kept: kept.map(([name]) => name), ignored };
  }

  it.each(['Authorization', 'authorization', 'AUTHORIZATION'])(
    'leaves out a configured header spelled %s',
    (name) => {
      expect(left({ [name]: 'x' }, ['Authorization'])).toEqual({ kept: [], ignored: [name] });
    },
  );

  it.each([
    'X-Tenant-Id',
    'x_tenant_id',
    'X.Tenant.Id',
    'x-Tenant_ID',
    'X-Tenant-Id-',
    'X_TENANT__ID',
    '-X-Tenant-Id',
    'X+Tenant^Id',
  ])('reads what is no letter or digit as one: %s', (name) => {
    expect(left({ [name]: 'x' }, ['X-Tenant-Id'])).toEqual({ kept: [], ignored: [name] });
  });

  it.each([
    'Authorization',
    'Cookie',
    'X-Api-Key',
    'api-key',
    'X-Auth-Token',
    'Ocp-Apim-Subscription-Key',
    'Range',
    'If-Range',
    'Request-Range',
    'X-Amz-Range',
    'Range_',
    'Authorization-',
    'AUTHORIZATION_',
    '_Authorization',
    'X-Api--Key',
    'X-Api!Key',
  ])('leaves out %s beside a configured header, and keeps it without one', (name) => {
    expect(left({ [name]: 'x' }, ['X-Other']).ignored).toEqual([name]);
    expect(left({ [name]: 'x' }, []).kept).toEqual([name]);
  });

  it.each(['Authorization', 'Cookie', 'X-Api-Key'])(
    'leaves %s behind when a redirect leads to another site',
    (name) => {
      expect(left({ [name]: 'x' }, [], true).ignored).toEqual([name]);
    },
  );

  it.each([
    'X-Remote-User',
    'Remote_User',
    'X-Remote-Groups',
    'SSL-Client-Cert',
    'X-SSL-Client-Verify',
    'X-Client-Cert',
    'Client-Cert-Chain',
    'X-Client-Certificate',
    'Accept-Encoding',
    'Forwarded',
    'Via',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-HTTP-Method-Override',
    'x_forwarded_for',
    'X--Forwarded--For-',
    'X.Forwarded~For',
    'X-Original-Forwarded-For',
    'X-Real-IP',
    'X_REAL_IP_',
    'True-Client-IP',
    'CF-Connecting-IP',
    'CF-Connecting-IPv6',
    'X-Client-IP',
    'X-Cluster-Client-IP',
    'X-Azure-ClientIP',
    'X-Envoy-External-Address',
    'X-Original-URL',
    'X-Rewrite-URL',
    'X-Host',
    'X-Original-Host',
    'X-HTTP-Host-Override',
  ])('always leaves out %s', (name) => {
    expect(left({ [name]: 'x', Accept: 'a/b' }, [])).toEqual({ kept: ['Accept'], ignored: [name] });
  });

  it.each([
    'Accept',
    'Content-Range',
    'Content-Type',
    'If-None-Match',
    'Idempotency-Key',
    'User-Agent',
    'X-Original-Name',
    'X-Request-Id',
  ])('keeps %s', (name) => {
    expect(left({ [name]: 'x' }, ['Authorization']).kept).toEqual([name]);
  });
});
