import type { Access } from '../operations/request.ts';

interface Header {
  readonly description: string;
  readonly schema: { type: 'string' | 'integer'; minimum?: number; examples?: string[] };
}

const integer = (minimum: number): Header['schema'] => ({ type: 'integer', minimum });

/** Every response header in the reference. */
const headers = {
  'API-Version': {
    description: 'The version that made this answer.',
    schema: { type: 'string', examples: ['2026-08-24'] },
  },
  'RateLimit-Policy': {
    description: 'The quota of the public API: `q` requests in a window of `w` seconds (structured field).',
    schema: { type: 'string', examples: ['"public";q=100;w=3600'] },
  },
  RateLimit: {
    description:
      'The quota state of this client: `r` requests remain for the next `t` seconds (structured field).',
    schema: { type: 'string', examples: ['"public";r=97;t=3599'] },
  },
  'RateLimit-Limit': { description: 'Requests in a window.', schema: integer(1) },
  'RateLimit-Remaining': { description: 'Requests that remain in this window.', schema: integer(0) },
  'RateLimit-Reset': { description: 'Seconds until the window ends.', schema: integer(1) },
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: integer(1) },
  'Content-Disposition': { description: 'The file name of a download.', schema: { type: 'string' } },
  'PDF-Warnings': {
    description:
      'Only where there is something to say of the result: a list of tokens (structured field), the same that `warnings` of `pdf-to-text` holds.',
    schema: { type: 'string', examples: ['REPAIRED, HIDDEN_LAYERS'] },
  },
  Location: { description: 'The page to go to, or the address of the result.', schema: { type: 'string' } },
  'Access-Control-Allow-Origin': {
    description: 'The site that asked, whose scripts may post here.',
    schema: { type: 'string' },
  },
  'X-Reveille-Dedupe': {
    description:
      'For a delivery that was taken or seen before: the key by which its repeats are known (structured field). `source` is that of `eventIdSource`, `from` the header or JSON pointer that the event id was read at, `until` the moment until when a repeat is known, `first` the first delivery of the event.',
    schema: {
      type: 'string',
      examples: [
        'source=header, from="X-Service-Event-Id", until=@1798675200, first="dlv_0123456789abcdefghijkl"',
      ],
    },
  },
  Deprecation: {
    description: 'Only for a deprecated version: the moment of deprecation, `@` and Unix seconds (RFC 9745).',
    schema: { type: 'string' },
  },
  Sunset: {
    description:
      'Only for a version that will be removed: the moment of removal (RFC 8594), at least 90 days ahead.',
    schema: { type: 'string' },
  },
} satisfies Record<string, Header>;

/** For a 500 of the public API, whose statuses are fixed. */
export const whereBodiesWait = {
  'Retry-After': {
    ...headers['Retry-After'],
    description:
      'Only where there was no memory for the body, which was not read: seconds to wait before the next try.',
    required: false,
  },
};

type HeaderName = keyof typeof headers;

const versioned: readonly HeaderName[] = ['API-Version', 'Deprecation', 'Sunset'];
const quota: readonly HeaderName[] = [
  'RateLimit-Policy',
  'RateLimit',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
];

/** Headers of every response, by access. */
const headersOfAccess: Readonly<Record<Access, readonly HeaderName[]>> = {
  public: [...versioned, ...quota],
  hook: ['API-Version'],
  owner: versioned,
  ownerOrOperator: versioned,
  operator: versioned,
  service: [],
};

const isConditional = (name: string) =>
  ['Deprecation', 'Sunset', 'Location', 'PDF-Warnings', 'X-Reveille-Dedupe'].includes(name);

/** The headers of a response, as references to the components. */
export function responseHeaders(access: Access, others: readonly string[] = []) {
  return Object.fromEntries(
    [...headersOfAccess[access], ...others].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

/** The header components; those of every response are required. */
export function headerDefinitions() {
  return Object.fromEntries(
    Object.entries<Header>(headers).map(([name, header]) => [
      name,
      { ...header, required: !isConditional(name) },
    ]),
  );
}
