/** Searching for shorter values would redact ordinary words. */
export const secretCharsMin = 6;

/** Halves of Basic credentials that APIs document: the same for everybody, and no secret. */
const publicHalves: ReadonlySet<string> = new Set([
  'api_token',
  'apitoken',
  'api_key',
  'apikey',
  'oauth2',
  'oauth2accesstoken',
  'gitlab-ci-token',
  'x-access-token',
  'x-bitbucket-api-token-auth',
  'x-oauth-basic',
  'x-token-auth',
]);

const longUserChars = 16;
const listedCharsMin = 8;
// `/token` follows the address where the other half is a key of an API.
const mailAddress = /^[^\s@/:]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,24}(\/token)?$/i;
const characterClasses: readonly RegExp[] = [/[a-z]/, /^.+[A-Z]/, /[0-9]/, /[^a-zA-Z0-9._-]/];

/** Whether a text mixes letters with digits, or both cases, as keys do and words do not. */
const isMixed = (text: string): boolean => characterClasses.filter((one) => one.test(text)).length > 1;

const looksLikeKey = (user: string): boolean =>
  !mailAddress.test(user) && (user.length >= longUserChars || (!user.includes('@') && isMixed(user)));

/**
 * The halves of `user:password` that are secret. The password is, unless it is a documented constant; the user is where the
 * password proves nothing (a constant, or too short), and where it looks like a key itself. Too many do no harm.
 */
function halvesOf(credential: string): readonly string[] {
  const colon = credential.indexOf(':');
  if (colon < 0) return [credential];
  const [user, password] = [credential.slice(0, colon), credential.slice(colon + 1)];
  const isPublic = publicHalves.has(password.toLowerCase());
  const isUserSecret = isPublic || password.length < secretCharsMin || looksLikeKey(user);
  return [
    ...(isUserSecret && !publicHalves.has(user.toLowerCase()) ? [user] : []),
    ...(isPublic ? [] : [password]),
  ];
}

const windows1252 = new TextDecoder('windows-1252');

/** A Basic credential decoded: as UTF-8, and as a program shows it that reads each byte as a character. */
function decodedBasic(credential: string): readonly string[] {
  const bytes = Buffer.from(credential, 'base64');
  return [...new Set([bytes.toString('utf8'), bytes.toString('latin1'), windows1252.decode(bytes)])];
}

/** The values of a cookie or parameter list: an echo shows them apart from their names. */
function listedValues(value: string): readonly string[] {
  if (!value.includes('=')) return [];
  return [...value.matchAll(/=\s*"?([^\s;,"]+)/g)]
    .map(([, listed = '']) => listed)
    .filter((listed) => listed.length >= listedCharsMin || isMixed(listed));
}

interface Parts {
  /** Texts that contain the secret. */
  readonly whole: readonly string[];
  /** The secret itself, without its scheme or user name. */
  readonly inner: readonly string[];
}

function partsOf(headerValue: string): Parts {
  const [, scheme = '', credential = headerValue] =
    /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]+(.+)$/s.exec(headerValue.trim()) ?? [];
  const credentials = scheme.toLowerCase() === 'basic' ? decodedBasic(credential) : [credential];
  return {
    whole: [headerValue, credential, ...credentials, ...listedValues(headerValue)],
    inner: credentials.flatMap(halvesOf),
  };
}

/**
 * The parts of a header value that must not be seen, if they are long enough to be found in a text. These are the whole
 * value, the part after its scheme, the halves of a Basic credential or of `id:secret`, the values of a cookie or parameter
 * list.
 */
export function secretParts(headerValue: string): readonly string[] {
  const { whole, inner } = partsOf(headerValue);
  const parts = new Set([...whole, ...inner].map((part) => part.trim()));
  return [...parts].filter((part) => part.length >= secretCharsMin);
}

/** Whether the secret in a header value is too short to be found where a target sends it back. */
export const isTooShortToFind = (headerValue: string): boolean =>
  partsOf(headerValue).inner.every((part) => part.trim().length < secretCharsMin);
