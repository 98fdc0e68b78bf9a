/**
 * Bad requests against every endpoint of the public API, and hooks: broken JSON, wrong types, deep nesting, huge strings,
 * wrong multipart, broken encodings. Counts answers that are 5xx, late, without their headers, or without the four
 * members of an error. Start the service with a quota that is high enough: PUBLIC_QUOTA=100000000.
 *
 *   node bench/fuzz.ts http://localhost:8080 [requests per endpoint] [seed]
 */
import { Agent, request } from 'node:http';

import { badRequestsOf, type BadRequest } from './support/bad-requests.ts';
import { endpoints } from './support/fuzzed-endpoints.ts';

const [base = 'http://localhost:8080', count = '10000', seed = '1'] = process.argv.slice(2);
const lateMs = 15_000;
const parallel = 16;
const agent = new Agent({ keepAlive: true, maxSockets: parallel });

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

function send(path: string, bad: BadRequest): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const outgoing = request(
    new URL(path, base),
    { method: bad.method, headers: { ...bad.headers, 'content-length': Buffer.byteLength(bad.body) }, agent },
    (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
      answer.on('error', reject);
    },
  );
  outgoing.setTimeout(lateMs, () => outgoing.destroy(new Error('late')));
  outgoing.on('error', reject);
  outgoing.end(bad.body);
  return promise;
}

const required = ['api-version', 'x-request-id'];
const ofApi = [
  'ratelimit',
  'ratelimit-policy',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'cache-control',
];

/** The fault of a response; null if there is none. */
function fault(path: string, method: string, { status, headers, text }: Answer): string | null {
  if (status >= 500) return `status ${status}`;
  const missing = [...required, ...(path.startsWith('/api') ? ofApi : [])].filter(
    (name) => !(name in headers),
  );
  if (missing.length > 0) return `without ${missing.join(', ')}`;
  if (status === 429 && !('retry-after' in headers)) return '429 without Retry-After';
  if (status === 405 && !('allow' in headers)) return '405 without Allow';
  if (status < 400 || method === 'HEAD') return null;
  return hasFourMembers(text) ? null : `error body ${text.slice(0, 100)}`;
}

function hasFourMembers(text: string): boolean {
  try {
    const body = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const members = ['error', 'code', 'message', 'hint'].map((name) => body[name]);
    return (
      members.every((member) => typeof member === 'string' && member !== '') &&
      body['error'] === body['message']
    );
  } catch {
    return false;
  }
}

let faults = 0;
for (const endpoint of endpoints) {
  const startedAt = performance.now();
  const statuses = new Map<number, number>();
  const seen = new Map<string, number>();
  let slowestMs = 0;
  const requests = badRequestsOf(endpoint, Number(count), Number(seed));
  const worker = async () => {
    for (const bad of requests) {
      const sentAt = performance.now();
      let found: string | null;
      try {
        const answer = await send(endpoint.path, bad);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        found = fault(endpoint.path, bad.method, answer);
      } catch (error) {
        found = error instanceof Error ? error.message : String(error);
      }
      slowestMs = Math.max(slowestMs, performance.now() - sentAt);
      if (found === null) continue;
      faults += 1;
      const key = `${bad.kind}: ${found}`;
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  const seconds = (performance.now() - startedAt) / 1000;
  const shown = [...statuses].toSorted(([a], [b]) => a - b).map(([status, times]) => `${status}×${times}`);
  console.log(
    `${endpoint.path.padEnd(34)} ${count} requests, ${seconds.toFixed(1)} s, slowest ${slowestMs.toFixed(0)} ms: ${shown.join(' ')}`,
  );
  for (const [key, times] of seen) console.log(`  ${times}× ${key}`);
}
agent.destroy();
console.log(faults === 0 ? 'No fault.' : `${faults} faults.`);
process.exitCode = faults === 0 ? 0 : 1;
