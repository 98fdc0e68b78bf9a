import { describe, expect, it } from 'vitest';

import type { OAuthInput, StoredOAuth } from '#contracts/oauth.ts';
import { credentialAfter } from '#network-access/credential.ts';
import { resolveOAuth } from '#network-access/oauth-settings.ts';

const input: OAuthInput = {
  grant: 'client_credentials',
  clientId: 'reveille',
  clientSecret: 'hush',
  tokenUrl: 'https://login.example.com/token',
};
const { clientSecret: _, ...withoutSecret } = input;
const none = { oauth: undefined, isSameDomain: false };
const { settings } = resolveOAuth(input, none);
const oauth: StoredOAuth = { ...settings, sealedClientSecret: 'sealed', connectionId: 'c1' };
const before = { oauth, isSameDomain: true };

describe('a client secret', () => {
  it('stays for the same domain, client and endpoints', () => {
    expect(resolveOAuth(withoutSecret, before)).toMatchObject({ clientSecret: undefined, isSame: true });
    expect(resolveOAuth({ ...withoutSecret, scopes: ['a'] }, before)).toMatchObject({
      clientSecret: undefined,
      isSame: false,
    });
    expect(resolveOAuth(input, before)).toMatchObject({ clientSecret: 'hush', isSame: false });
  });

  it.each([
    ['token URL', { tokenUrl: 'https://thief.example.com/token' }],
    ['path of it', { tokenUrl: 'https://login.example.com/token2' }],
    ['issuer', { tokenUrl: null, issuer: 'https://thief.example.com' }],
    ['client', { clientId: 'other' }],
    ['preset with its endpoints', { tokenUrl: null, preset: 'linear' as const }],
  ])('is asked for again with another %s', (__, change) => {
    expect(() => resolveOAuth({ ...withoutSecret, ...change }, before)).toThrow(
      'oauth.clientSecret: must be filled in.',
    );
  });

  it('is asked for again with another domain, also where nothing is said of OAuth', () => {
    const moved = { headerName: 'Authorization', oauth, canKeepValue: false };
    expect(() => resolveOAuth(withoutSecret, { oauth, isSameDomain: false })).toThrow('must be filled in');
    expect(() => credentialAfter({}, moved)).toThrow('must be filled in');
    expect(credentialAfter({}, { ...moved, canKeepValue: true }).oauth).toMatchObject({ isSame: true });
  });
});

describe('OAuth 2 of a policy', () => {
  it('excludes a header, and gives way to one only where it is removed', () => {
    const stored = { headerName: 'Authorization', oauth, canKeepValue: true };
    const header = { headerName: 'X-Key', headerValue: 'value' };
    expect(() => credentialAfter({ ...header, oauth: input })).toThrow('not both');
    expect(() => credentialAfter(header, stored)).toThrow('not both');
    expect(credentialAfter({ ...header, oauth: null }, stored)).toEqual(header);
    expect(credentialAfter({ oauth: null }, stored)).toEqual({ headerName: null, headerValue: null });
    expect(credentialAfter({ oauth: input }, { headerName: 'X-Key', canKeepValue: true })).toMatchObject({
      headerName: 'Authorization',
      headerValue: null,
    });
  });

  it.each([
    [{ tokenUrl: null }, 'oauth.tokenUrl: must be filled in'],
    [{ tokenUrl: 'http://login.example.com/token' }, 'must begin with https://'],
    [{ tokenUrl: 'https://a:b@login.example.com/token' }, 'without user name'],
    [{ tokenUrl: 'javascript:alert(1)' }, 'must be an https URL'],
    [{ issuer: 'https://login.example.com' }, 'oauth.issuer: must be empty'],
    [{ grant: 'authorization_code' as const }, 'oauth.authorizationUrl: must be filled in'],
    [{ clientAuth: 'none' as const, clientSecret: null }, 'oauth.clientAuth: must not be'],
    [{ clientSecret: 'a\nb' }, 'oauth.clientSecret: must be one line'],
  ])('is refused with %j', (change, message) => {
    expect(() => resolveOAuth({ ...input, ...change }, none)).toThrow(message);
  });

  it('takes endpoints and ways from a preset', () => {
    const { settings: google } = resolveOAuth({ ...input, tokenUrl: null, preset: 'google' }, none);
    expect(google).toMatchObject({
      issuer: 'https://accounts.google.com',
      tokenUrl: null,
      clientAuth: 'post',
    });
    const owned = {
      ...input,
      preset: 'salesforce' as const,
      tokenUrl: 'https://acme.my.salesforce.com/services/oauth2/token',
    };
    expect(resolveOAuth(owned, none).settings).toMatchObject({
      tokenUrl: owned.tokenUrl,
      clientAuth: 'post',
    });
  });
});
