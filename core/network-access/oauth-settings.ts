import type { OAuthDraft, OAuthInput, StoredOAuth } from '#contracts/oauth.ts';
import { invalidField } from '#domain/domain-error.ts';
import { canonicalHost } from '#domain/host.ts';
import { hasControlSpaceOrBackslash, hasUserinfo } from '#domain/url-text.ts';
import { presetOf } from './oauth-presets.ts';

type Settings = OAuthDraft['settings'];

/** OAuth of a policy before the change. `isSameDomain`: whether the domain stays as it was. */
interface StoredBefore {
  readonly oauth: StoredOAuth | undefined;
  readonly isSameDomain: boolean;
}

/** The members that a client secret is entered for: it is never sent to the endpoints of others. */
const places = ['clientId', 'issuer', 'authorizationUrl', 'tokenUrl'] as const;
const members = [...places, 'preset', 'grant', 'scopes', 'clientAuth', 'audience', 'resource'] as const;

const orNull = (text: string | null | undefined): string | null => text?.trim() || null;

const invalid = (member: string, message: string, hint?: string) =>
  invalidField(`oauth.${member}`, message, hint === undefined ? {} : { hint });

/** OAuth of a policy after this input. Throws INVALID_REQUEST; the secret is never part of a message. */
export function resolveOAuth(input: OAuthInput, { oauth, isSameDomain }: StoredBefore): OAuthDraft {
  const settings = settingsOf(input);
  const isSameIn = (names: readonly (keyof Settings)[]) =>
    oauth !== undefined && isSameDomain && names.every((name) => oauth[name] === settings[name]);
  const hasSecret = oauth?.sealedClientSecret != null;
  const clientSecret = secretAfter(input, settings, hasSecret && isSameIn(places));
  const isSecretSame = clientSecret === undefined || (clientSecret === null && !hasSecret);
  return { settings, clientSecret, isSame: isSecretSame && isSameIn(members) };
}

/** Settings that nothing was entered for; of another domain they need the secret again. Throws INVALID_REQUEST. */
export function keptOAuth(stored: StoredOAuth, isSameDomain: boolean): OAuthDraft {
  const { sealedClientSecret, connectionId: _, ...settings } = stored;
  if (!isSameDomain && sealedClientSecret !== null) throw missingSecret();
  return { settings, clientSecret: undefined, isSame: isSameDomain };
}

const missingSecret = () =>
  invalid(
    'clientSecret',
    'must be filled in.',
    'It is bound to its domain, client and endpoints: where one of them changes, enter it again.',
  );

/** Undefined: the stored one stays. */
function secretAfter(
  input: OAuthInput,
  { clientAuth }: Settings,
  canKeep: boolean,
): string | null | undefined {
  const entered = orNull(input.clientSecret);
  if (clientAuth === 'none') {
    if (entered !== null) throw invalid('clientSecret', 'must be empty where `clientAuth` is `none`.');
    return null;
  }
  if (entered === null) {
    if (canKeep && input.clientSecret === undefined) return undefined;
    throw missingSecret();
  }
  if (entered.length > 8_192 || !/^[\x20-\x7e]+$/.test(entered))
    throw invalid('clientSecret', 'must be one line of printable ASCII characters, at most 8192.');
  return entered;
}

function settingsOf(input: OAuthInput): Settings {
  const preset = presetOf(input.preset ?? null);
  const { grant } = input;
  const clientAuth = input.clientAuth ?? preset.clientAuth ?? 'basic';
  if (clientAuth === 'none' && grant === 'client_credentials')
    throw invalid('clientAuth', 'must not be `none` for `client_credentials`.');
  return {
    preset: input.preset ?? null,
    grant,
    clientId: input.clientId,
    ...endpointsOf(input),
    scopes: [...new Set(input.scopes)].join(' '),
    clientAuth,
    audience: orNull(input.audience),
    resource: orNull(input.resource),
  };
}

/** Those that were entered, as a whole; else those of the preset. */
function endpointsOf(input: OAuthInput): Pick<Settings, 'issuer' | 'authorizationUrl' | 'tokenUrl'> {
  const entered = {
    ...pickUrl(input, 'issuer'),
    ...pickUrl(input, 'tokenUrl'),
    ...pickUrl(input, 'authorizationUrl'),
  };
  const preset = presetOf(input.preset ?? null);
  const {
    issuer = null,
    tokenUrl = null,
    authorizationUrl = null,
  } = Object.keys(entered).length > 0 ? entered : preset;
  if (issuer !== null && (tokenUrl ?? authorizationUrl) !== null)
    throw invalid('issuer', 'must be empty where URLs of endpoints are filled in, or the other way round.');
  if (issuer === null && tokenUrl === null)
    throw invalid('tokenUrl', 'must be filled in, or `issuer`, or a `preset`.');
  const needsPage = input.grant === 'authorization_code';
  if (issuer === null && needsPage && authorizationUrl === null)
    throw invalid('authorizationUrl', 'must be filled in for `authorization_code`, or `issuer`.');
  return { issuer, tokenUrl, authorizationUrl: needsPage ? authorizationUrl : null };
}

function pickUrl<Name extends 'issuer' | 'tokenUrl' | 'authorizationUrl'>(
  input: OAuthInput,
  name: Name,
): { readonly [Member in Name]?: string } {
  const entered = orNull(input[name]);
  if (entered === null) return {};
  const url = hasControlSpaceOrBackslash(entered) || hasUserinfo(entered) ? null : URL.parse(entered);
  // Over plain http only loopback is asked, where the operator opened it: that is judged by its addresses.
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.hash !== '' ||
    canonicalHost(url.hostname) === undefined
  )
    throw invalid(name, 'must be an https URL without user name and fragment.');
  if (url.protocol === 'http:' && !/^(.+\.)?localhost$|^127\.|^\[::1\]$/.test(url.hostname))
    throw invalid(name, 'must begin with https://.');
  return { [name]: entered } as { readonly [Member in Name]?: string };
}
