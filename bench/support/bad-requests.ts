import { gzipSync } from 'node:zlib';

import { createRandom } from '#test/support/random.ts';
import type { Endpoint } from './fuzzed-endpoints.ts';

export interface BadRequest {
  readonly kind: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

type Random = () => number;

const below = (random: Random, bound: number) => Math.floor(random() * bound);
const pick = <T>(random: Random, list: readonly T[]): T => list[below(random, list.length)]!;

const strange: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\u200b',
  'constructor',
  '__proto__',
  'toString',
  '../../etc/passwd',
  '${7*7}',
  [],
  [[]],
  {},
  { length: 1e9 },
  { toString: null },
  '=1+1',
  '💥'.repeat(200),
  '9'.repeat(400),
  '1-99999999999999999999',
  'http://[::1]/',
  'http://127.0.0.1:6379/',
  'file:///etc/passwd',
  'data:image/png;base64,!!!!',
  'data:,x',
];
const types = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=""',
  'application/json; charset=utf-16',
  'nonsense',
  '',
];

type Damage = (random: Random, endpoint: Endpoint) => Omit<BadRequest, 'kind'>;

const json = (body: string | Buffer, headers: Readonly<Record<string, string>> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body,
});

/** The valid request with one member, at some depth, replaced, renamed or removed. */
function mutated(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return pick(random, strange);
  const entries = Object.entries(value);
  if (entries.length === 0 || random() < 0.1) return pick(random, strange);
  const index = below(random, entries.length);
  const [name, member] = entries[index]!;
  const way = random();
  if (way < 0.2) entries.splice(index, 1);
  else if (way < 0.3) entries[index] = [`${name}x`, member];
  else if (way < 0.4) entries.push([wordOf(pick(random, strange)), pick(random, strange)]);
  else entries[index] = [name, mutated(random, member)];
  return Object.fromEntries(entries);
}

const wordOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function noise(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => below(random, 256)));
}

function multipart(random: Random, { fine }: Endpoint): Omit<BadRequest, 'kind'> {
  const boundary = pick(random, ['x', 'a b', '-'.repeat(70), `b${below(random, 1e9)}`]);
  const written = random() < 0.15 ? 'other' : boundary;
  const entries = Object.entries(fine);
  const parts = Array.from({ length: below(random, random() < 0.02 ? 200 : 6) }, () => {
    const [name, value] =
      random() < 0.8 && entries.length > 0 ? pick(random, entries) : [wordOf(pick(random, strange)), 'x'];
    const isFile = name.startsWith('file') ? random() < 0.8 : random() < 0.2;
    const disposition =
      random() < 0.9
        ? `form-data; name="${name}"`
        : pick(random, ['form-data', 'attachment', '', 'x'.repeat(20_000)]);
    const content =
      random() < 0.5
        ? String(value)
        : random() < 0.5
          ? noise(random, 64).toString('latin1')
          : wordOf(pick(random, strange));
    const file = isFile ? `; filename="${pick(random, ['a.pdf', '', '../../x', 'é.pdf', 'a\nb'])}"` : '';
    const type = random() < 0.5 ? '' : `Content-Type: ${pick(random, types)}\r\n`;
    return `--${written}\r\nContent-Disposition: ${disposition}${file}\r\n${type}\r\n${content}\r\n`;
  });
  const end = random() < 0.8 ? `--${written}--\r\n` : '';
  const whole = Buffer.from(parts.join('') + end, 'latin1');
  const body = random() < 0.1 ? whole.subarray(0, below(random, whole.length + 1)) : whole;
  const parameter = pick(random, [
    `; boundary=${boundary}`,
    `; boundary="${boundary}"`,
    `;boundary=${boundary}; x=y`,
    '',
  ]);
  return { method: 'POST', headers: { 'content-type': `multipart/form-data${parameter}` }, body };
}

const damages: Readonly<Record<string, Damage>> = {
  mutated: (random, { fine }) => json(JSON.stringify(mutated(random, mutated(random, fine))) ?? ''),
  cut: (random, { fine }) => {
    const text = JSON.stringify(fine);
    return json(text.slice(0, below(random, text.length)));
  },
  spliced: (random, { fine }) => {
    const text = JSON.stringify(fine);
    const at = below(random, text.length);
    return json(text.slice(0, at) + noise(random, 1 + below(random, 4)).toString('latin1') + text.slice(at));
  },
  bytes: (random) => json(noise(random, below(random, 200))),
  nested: (random, { fine }) => {
    const depth = pick(random, [100, 1_000, 20_000]);
    const [open, close] = pick(random, [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const);
    const deep = open.repeat(depth) + (random() < 0.5 ? '1' : '') + close.repeat(random() < 0.7 ? depth : 0);
    const name = pick(random, Object.keys(fine).length > 0 ? Object.keys(fine) : ['a']);
    return json(random() < 0.5 ? deep : `{${JSON.stringify(name)}:${deep}}`);
  },
  huge: (random, { fine }) => {
    const isLarge = random() < 0.02;
    const text = pick(random, ['x', 'é', '\\u0000', '💥']).repeat(
      isLarge ? 2_000_000 : below(random, 40_000),
    );
    const name = pick(random, Object.keys(fine).length > 0 ? Object.keys(fine) : ['a']);
    return json(`{${JSON.stringify(name)}:"${text}"}`);
  },
  doubled: (random, { fine }) =>
    json(JSON.stringify(fine).slice(0, -1) + `,"tool":${JSON.stringify(pick(random, strange)) ?? '1'}}`),
  encoding: (random, { fine }) => {
    const zipped = gzipSync(JSON.stringify(fine));
    const body = random() < 0.5 ? zipped.subarray(0, below(random, zipped.length)) : noise(random, 40);
    return json(body, {
      'content-encoding': pick(random, ['gzip', 'br', 'deflate', 'zstd', 'gzip, gzip', '']),
    });
  },
  charset: (random, { fine }) => ({
    method: 'POST',
    headers: { 'content-type': pick(random, types) },
    body: Buffer.from(JSON.stringify(fine), pick(random, ['utf16le', 'latin1', 'utf8'])),
  }),
  version: (random, { fine }) =>
    json(JSON.stringify(mutated(random, fine)) ?? '', {
      'api-version': pick(random, ['', '2026', '2099-01-01', 'x'.repeat(2_000), '2026-08-24, 2026-08-24']),
    }),
  method: (random, { fine }) => ({
    method: pick(random, ['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND', 'TRACE']),
    headers: random() < 0.5 ? { origin: 'https://shop.example' } : {},
    body: random() < 0.3 ? JSON.stringify(fine) : '',
  }),
  multipart,
};

/** `count` requests for an endpoint, each mutated in a way derived from the seed. */
export function* badRequestsOf(endpoint: Endpoint, count: number, seed: number): Generator<BadRequest> {
  const random = createRandom(seed).next;
  const kinds = Object.keys(damages);
  for (let index = 0; index < count; index += 1) {
    const kind = endpoint.isMultipart === true && random() < 0.7 ? 'multipart' : pick(random, kinds);
    yield { kind, ...damages[kind]!(random, endpoint) };
  }
}
