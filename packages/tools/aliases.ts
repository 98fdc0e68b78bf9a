import { checksumNames } from './text/bytes/checksums.ts';

export interface Alias {
  readonly id: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

const digests = [
  'md5',
  'sha1',
  'sha224',
  'sha256',
  'sha384',
  'sha512',
  'sha512-256',
  'sha3-224',
  'sha3-256',
  'sha3-384',
  'sha3-512',
  'blake2b512',
  'blake2s256',
  'ripemd160',
];
const languages = ['css', 'html', 'js', 'ts', 'md', 'graphql'];

const withParams: readonly (readonly [string, Alias])[] = [
  ...digests.flatMap((algorithm) =>
    [algorithm, `${algorithm}-hash`, `hash-${algorithm}`].map(
      (name) => [name, { id: 'hash-text', params: { algorithm } }] as const,
    ),
  ),
  ...digests.map((algorithm) => [`hmac-${algorithm}`, { id: 'hmac-text', params: { algorithm } }] as const),
  ['blake3', { id: 'hash-text', params: { algorithm: 'blake3' } }],
  ...checksumNames.map((kind) => [kind, { id: 'checksum-text', params: { kind } }] as const),
  ...languages.map(
    (language) => [`${language}-format`, { id: 'code-format', params: { language } }] as const,
  ),
  ...(['csharp', 'go', 'kotlin', 'python', 'rust', 'swift'] as const).map(
    (language) => [`json-to-${language}`, { id: 'json-to-types', params: { language } }] as const,
  ),
  ['mmh3', { id: 'checksum-text', params: { kind: 'murmur3' } }],
  ['uuid-v7', { id: 'generate-uuid', params: { version: 7 } }],
  ['hex-to-rgb', { id: 'color-convert', params: { to: 'rgb' } }],
  ['rgb-to-hex', { id: 'color-convert', params: { to: 'hex' } }],
];

/** Names that people look for, by the id of the tool. */
const names: Readonly<Record<string, string>> = {
  'hash-text': 'hash checksum-sha digest',
  'hmac-text': 'hmac',
  'argon2-hash': 'argon2 argon2id argon2id-hash',
  'csr-decode': 'csr certificate-request-decode pkcs10-decode',
  'rrule-next': 'rrule recurrence-next',
  'cron-build': 'cron-from-words words-to-cron',
  'charcode-encode': 'charcode text-to-codes code-points',
  'html-table-to-csv': 'html-table',
  'upper-case': 'uppercase to-upper upper',
  'lower-case': 'lowercase to-lower lower',
  'title-case': 'titlecase headline-case',
  'camel-case': 'camelcase',
  'snake-case': 'snakecase',
  'kebab-case': 'kebabcase dash-case',
  'count-text': 'word-count count-words character-count line-count wc',
  'word-frequency': 'count-each-word',
  'dedupe-lines': 'unique-lines uniq remove-duplicates remove-duplicate-lines',
  'sort-lines': 'sort',
  'reverse-text': 'reverse-string',
  'find-replace': 'replace search-replace replace-text',
  'base64-encode': 'base64 to-base64 btoa',
  'base64-decode': 'from-base64 atob',
  'url-encode': 'encode-uri urlencode percent-encode',
  'url-decode': 'decode-uri urldecode percent-decode',
  'html-encode': 'html-escape escape-html',
  'html-decode': 'html-unescape unescape-html',
  'json-format':
    'json-pretty json-prettify prettify-json json-beautify beautify-json pretty-json format-json',
  'json-minify': 'minify-json json-compact',
  'json-validate': 'validate-json json-lint',
  'xml-format': 'xml-pretty prettify-xml xml-beautify',
  'sql-format': 'sql-pretty sql-beautify prettify-sql',
  'code-format': 'prettier prettify-code beautify-code',
  'diff-text': 'diff text-diff compare-text',
  'diff-json': 'json-diff compare-json',
  'edit-distance': 'levenshtein levenshtein-distance',
  'generate-uuid': 'uuid uuid-generate guid uuid-v4 uuidv4',
  'generate-ulid': 'ulid',
  'generate-nanoid': 'nanoid',
  'generate-password': 'password password-generator random-password',
  'generate-passphrase': 'passphrase',
  'lorem-ipsum': 'lorem placeholder-text dummy-text',
  'random-number': 'random-int random',
  slugify: 'slug url-slug',
  transliterate: 'romanize to-ascii',
  'remove-accents': 'strip-accents remove-diacritics',
  'strip-html': 'remove-html html-strip',
  'html-to-text': 'html2text html-to-plain-text',
  'otpauth-uri': 'otpauth otpauth-build totp-uri',
  'otpauth-parse': 'parse-otpauth',
  'markdown-to-html': 'render-markdown md-to-html',
  'html-to-markdown': 'html-to-md',
  'regex-extract': 'regex-match match-regex',
  'timestamp-convert': 'unix-timestamp epoch-convert unix-time',
  'cron-explain': 'cron-parse describe-cron crontab',
  'cron-next': 'next-cron cron-schedule',
  'date-diff': 'days-between date-difference',
  'color-convert': 'colour-convert convert-color',
  'color-contrast': 'wcag-contrast contrast-ratio',
  'jwt-decode': 'decode-jwt jwt',
  'qr-code-svg': 'qr-code qr qrcode',
  'number-base': 'base-convert convert-base binary-to-decimal hex-to-decimal',
  'roman-numeral': 'roman roman-numerals',
  'number-statistics': 'statistics average mean-median',
  calculate: 'math math-evaluate calculator eval-math evaluate',
  'text-entropy': 'entropy shannon-entropy',
  'token-count': 'count-tokens tokens',
  'detect-language': 'language-detect',
  'redact-pii': 'anonymize-text redact mask-pii',
  'url-parse': 'parse-url',
  'domain-parse': 'parse-domain tld',
  'csv-to-json': 'parse-csv',
  'json-to-csv': 'to-csv',
  'json-query': 'jsonata',
  'jsonl-to-json': 'ndjson-to-json ndjson',
  'json-to-jsonl': 'json-to-ndjson',
  'json-path': 'jsonpath',
  'jmespath-query': 'jmespath',
  'json-schema-validate': 'json-schema validate-schema',
  'json-patch-apply': 'json-patch',
  'xpath-query': 'xpath xml-query',
  'css-select': 'html-select css-selector',
  'totp-generate': 'totp otp 2fa',
  'bcrypt-hash': 'bcrypt',
  'pbkdf2-derive': 'pbkdf2',
  'scrypt-derive': 'scrypt',
  'certificate-decode': 'x509 certificate',
  'aes-encrypt': 'encrypt',
  'aes-decrypt': 'decrypt',
  'cidr-info': 'cidr subnet subnet-calculator',
  'iban-validate': 'iban validate-iban',
  'card-validate': 'luhn credit-card-validate',
  'email-validate': 'validate-email',
  'phone-parse': 'parse-phone',
  'semver-compare': 'semver version-compare',
  'gzip-compress': 'gzip deflate compress',
  'gzip-decompress': 'gunzip inflate decompress',
  'css-minify': 'minify-css',
  'js-minify': 'minify-js uglify',
  'csv-to-html': 'table-to-html',
  'csv-merge': 'csv-concat csv-append',
  'date-parse': 'parse-date strptime',
  'json-to-typescript': 'json-to-ts',
  'relative-time': 'time-ago',
  'truncate-text': 'truncate ellipsis',
  'wrap-text': 'word-wrap',
  'fill-template': 'template render-template',
};

const byName: ReadonlyMap<string, Alias> = new Map([
  ...Object.entries(names).flatMap(([id, words]) => words.split(' ').map((name) => [name, { id }] as const)),
  ...withParams,
]);

/** The tool behind a name that is not an id; case and underscores do not count. */
export function findAlias(written: string): Alias | undefined {
  return byName.get(
    written
      .trim()
      .toLowerCase()
      .replaceAll('_', '-')
      .replace(/^sha-(?=\d)/, 'sha'),
  );
}

/** Every other name of a tool, for searches. */
export function aliasesOf(id: string): readonly string[] {
  return [...byName].filter(([, alias]) => alias.id === id).map(([name]) => name);
}
