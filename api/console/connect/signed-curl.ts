import type { SenderData, SenderSignature } from '#contracts/sender-data.ts';
import { readPlace } from '#senders/data/place.ts';
import { createSenderRequest } from '#senders/request.ts';
import { inBodyAt } from './in-body-at.ts';
import { shellLiteral } from './snippets.ts';

/** An event as a sender would post it, without its signature. */
export interface SampleEvent {
  /** Names in lower case, the content type among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Hmac = Extract<SenderSignature, { readonly kind: 'hmac' }>;

/** Lines and words of the shell. */
interface Parts {
  readonly before?: readonly string[];
  readonly url?: string;
  readonly body?: string;
  readonly after?: readonly string[];
  readonly arguments?: readonly string[];
}

/**
 * A script for the shell that signs an event with `$SECRET`, by openssl, and posts it. Null where it cannot: the key is
 * that of the sender, or its signature stands in the body.
 */
export function signedCurl(
  url: string,
  event: SampleEvent,
  { signature }: Pick<SenderData, 'signature'>,
): string | null {
  const made = signature == null ? {} : partsOf(signature, url, event);
  if (made === null) return null;
  const { before = [], body = shellLiteral(event.body), after = [] } = made;
  const headers = Object.entries(withoutMade(event.headers, signature)).map(
    ([name, value]) => `-H ${shellLiteral(`${name}: ${value}`)}`,
  );
  return [
    ...before,
    `URL=${made.url ?? shellLiteral(url)}`,
    `BODY=${body}`,
    ...after,
    ['curl -X POST "$URL"', ...headers, ...(made.arguments ?? []), '--data-raw "$BODY"'].join(' \\\n  '),
  ].join('\n');
}

/** Null where the shell cannot make it. */
function partsOf(signature: SenderSignature, url: string, event: SampleEvent): Parts | null {
  switch (signature.kind) {
    case 'public-key':
      return null;
    case 'basic':
      // curl asks for a password where -u has none.
      return {
        before: [`CREDENTIALS=$(printf '%s' "$SECRET" | openssl base64 -A)`],
        arguments: headersOf([['authorization', `${shellLiteral('Basic ')}"$CREDENTIALS"`]]),
      };
    case 'token':
      return tokenParts(signature.header, signature.prefix ?? '', url);
    case 'hmac':
      return hmacParts(signature, url, event);
  }
}

/** Each byte of a token in the URL is percent-encoded. */
function tokenParts(place: string, prefix: string, url: string): Parts | null {
  if (place.startsWith('/')) return null;
  if (!place.startsWith('?')) return { arguments: headersOf([[place, `${shellLiteral(prefix)}"$SECRET"`]]) };
  const start = `${url}${url.includes('?') ? '&' : '?'}${place.slice(1)}=${encodeURIComponent(prefix)}`;
  return {
    before: [String.raw`TOKEN=$(printf '%s' "$SECRET" | od -An -v -tx1 | tr -d '\n' | tr ' ' '%')`],
    url: `${shellLiteral(start)}"$TOKEN"`,
  };
}

const times = {
  seconds: 'date +%s',
  milliseconds: 'date +%s000',
  iso: 'date -u +%Y-%m-%dT%H:%M:%SZ',
} as const;

function hmacParts(signature: Hmac, url: string, event: SampleEvent): Parts | null {
  const { header, prefix = '', timestamp, timeUnit = 'seconds' } = signature;
  const timeInBody = timestamp?.startsWith('/') === true;
  const body = timeInBody ? inBodyAt(event.body, timestamp, '"$TIMESTAMP"') : shellLiteral(event.body);
  const content = contentOf(signature, url, event);
  if (/^[/?]/.test(header) || timestamp?.startsWith('?') === true || body === null || content === null)
    return null;
  const time = timestamp === undefined || timeInBody ? [] : [[timestamp, '"$TIMESTAMP"'] as const];
  return {
    before: timestamp === undefined ? [] : [`TIMESTAMP=$(${times[timeUnit]})`],
    body,
    after: [...keyLines(signature), `SIGNATURE=$(${digestOf(signature, content)})`],
    arguments: headersOf([...time, [header, `${prefix === '' ? '' : shellLiteral(prefix)}"$SIGNATURE"`]]),
  };
}

/** Lines that make the key in hexadecimal digits. */
function keyLines({ secretEncoding = 'text', secretPrefix = '' }: Hmac): readonly string[] {
  const secret = secretPrefix === '' ? '"$SECRET"' : `"\${SECRET#${shellLiteral(secretPrefix)}}"`;
  if (secretEncoding === 'hex') return [`KEY=${secret}`];
  if (secretEncoding === 'text') return [`KEY=$(printf '%s' ${secret} | ${hex})`];
  return [
    `KEY=$(printf '%s' ${secret} | tr -d '=' | tr '_-' '/+')`,
    'while [ $((${#KEY} % 4)) -ne 0 ]; do KEY="$KEY="; done',
    `KEY=$(printf '%s' "$KEY" | openssl base64 -d -A | ${hex})`,
  ];
}

const hex = String.raw`od -An -v -tx1 | tr -d ' \n'`;

const digestOf = ({ algorithm = 'sha256', encoding = 'hex' }: Hmac, content: string): string =>
  `printf '%s' ${content} | openssl dgst -${algorithm} -mac HMAC -macopt "hexkey:$KEY" -binary | ${encoding === 'hex' ? hex : 'openssl base64 -A'}`;

/** The signed text as a word; null where its id is absent. */
function contentOf(signature: Hmac, url: string, event: SampleEvent): string | null {
  const { template = '{body}', timestamp, id } = signature;
  const { pathname, search } = new URL(url);
  const request = createSenderRequest({
    method: 'POST',
    url,
    headers: withoutMade(event.headers, signature),
    rawBody: Buffer.from(event.body),
    now: 0,
  });
  const named: Readonly<Record<string, string>> = {
    body: '"$BODY"',
    timestamp: '"$TIMESTAMP"',
    url: '"$URL"',
    method: 'POST',
    path: shellLiteral(pathname + search),
  };
  const valueAt = (place: string) =>
    place === timestamp ? '"$TIMESTAMP"' : shellLiteral(readPlace(place)(request) ?? '');
  if (id !== undefined && id !== timestamp && readPlace(id)(request) === null) return null;
  return template
    .split(/\{([^{}]+)\}/g)
    .map((part, index) => {
      if (index % 2 === 0) return part === '' ? '' : shellLiteral(part.replaceAll(String.raw`\n`, '\n'));
      return Object.hasOwn(named, part) ? named[part] : valueAt(part === 'id' ? (id ?? part) : part);
    })
    .join('');
}

/** A header for each name, with all its pairs. */
function headersOf(values: readonly (readonly [place: string, word: string])[]): readonly string[] {
  const names = [...new Set(values.map(([place]) => headerAt(place)))];
  return names.map((name) => {
    const parts = values.flatMap(([place, word]) => {
      if (headerAt(place) !== name) return [];
      const key = /\[(.+)\]$/.exec(place)?.[1];
      return [key === undefined ? word : `${shellLiteral(`${key}=`)}${word}`];
    });
    return `-H ${shellLiteral(`${name}: `)}${parts.join(',')}`;
  });
}

const headerAt = (place: string): string => place.replace(/\[.+\]$/, '').toLowerCase();

/** The headers of an event but those that the script makes. */
function withoutMade(headers: SampleEvent['headers'], signature: SenderSignature | null | undefined) {
  const places = [
    signature?.kind === 'basic' ? 'authorization' : signature?.header,
    signature?.kind === 'hmac' ? signature.timestamp : undefined,
  ];
  const made = new Set(places.map((place) => (place === undefined ? '' : headerAt(place))));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !made.has(name.toLowerCase())));
}
