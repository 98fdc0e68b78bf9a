import { mkdir, writeFile } from 'node:fs/promises';

import { RESP_TYPES } from '@redis/client';
import { z } from 'zod';

import type { Redis } from '#store/connection/connect.ts';
import type { RecordDefinition } from '#store/records/define.ts';
import { records } from '#store/records/index.ts';
import type { ReaderOfHash } from './release-reader.ts';
import { fileOfRelease } from './releases.ts';

/** Saves every record of a database, and how this release reads hashes, for the releases after it. */
export async function recordStore(redis: Redis, release: string): Promise<void> {
  await mkdir(fileOfRelease(release), { recursive: true });
  const saved: object[] = [];
  for (const key of (await redis.keys('*')).toSorted()) saved.push({ key, ...(await contentOf(redis, key)) });
  await save(release, 'records.json', saved);
  await save(release, 'schemas.json', await readers(redis));
}

/** Lists that the management API has for every workspace. */
const lists = ['/agents', '/automations', '/deliveries', '/secrets', '/alerts'];

interface Owner {
  readonly workspace: { readonly token: string };
  readonly manage: (method: string, path: string) => Promise<Response>;
}

/** Saves what the API answers about a workspace, for the same questions to the releases after it. */
export async function recordAnswers(release: string, { workspace, manage }: Owner): Promise<void> {
  const answers: Record<string, object> = {};
  const bodies: Record<string, string> = {};
  const ask = async (path: string) => {
    const answer = (await (await manage('GET', path)).json()) as {
      items?: readonly Record<string, string>[];
    };
    answers[path] = answer;
    return answer.items ?? [];
  };
  for (const path of lists) await ask(path);
  for (const { id } of await ask('/agents'))
    for (const part of ['', '/network-access', '/network-access/log', '/conversations'])
      await ask(`/agents/${id}${part}`);
  for (const { id } of await ask('/automations'))
    for (const part of ['', '/activity']) await ask(`/automations/${id}${part}`);
  for (const { deliveryId } of await ask('/deliveries')) {
    await ask(`/deliveries/${deliveryId}`);
    const path = `/deliveries/${deliveryId}/body`;
    const body = await manage('GET', path);
    if (body.ok) bodies[path] = Buffer.from(await body.arrayBuffer()).toString('base64');
  }
  await mkdir(fileOfRelease(release), { recursive: true });
  await save(release, 'answers.json', { token: workspace.token, answers, bodies });
}

const save = async (release: string, name: string, content: unknown) =>
  await writeFile(fileOfRelease(release, name), `${JSON.stringify(content, null, 1)}\n`);

async function contentOf(redis: Redis, key: string): Promise<object> {
  const type = await redis.type(key);
  switch (type) {
    case 'hash':
      return { type, value: await redis.hGetAll(key) };
    case 'zset':
      return {
        type,
        value: (await redis.zRangeWithScores(key, 0, -1)).map(({ value, score }) => ({
          value,
          score: score === Infinity ? '+inf' : score,
        })),
      };
    case 'set':
      return { type, value: await redis.sMembers(key) };
    case 'list':
      return { type, value: await redis.lRange(key, 0, -1) };
    case 'stream':
      return { type, value: await redis.xRange(key, '-', '+') };
    default: {
      const bytes =
        (await redis.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer }).get(key)) ?? Buffer.alloc(0);
      const text = bytes.toString();
      return { type, value: Buffer.from(text).equals(bytes) ? text : { base64: bytes.toString('base64') } };
    }
  }
}

/** How the definitions of today read hashes. */
async function readers(redis: Redis): Promise<Readonly<Record<string, ReaderOfHash>>> {
  const found = await redis.keys('*');
  const read = Object.entries<RecordDefinition>(records).map(async ([name, record]) => {
    const stored = found.filter((key) => record.key.matches(key));
    if (record.type !== 'hash' || stored.length === 0) return [];
    return [[name, readerOf(record, await Promise.all(stored.map((key) => redis.hGetAll(key))))]];
  });
  return Object.fromEntries((await Promise.all(read)).flat());
}

/** A field that one of the stored has not got is read of some of them only. */
function readerOf(
  record: Extract<RecordDefinition, { type: 'hash' }>,
  stored: readonly Readonly<Record<string, string>>[],
): ReaderOfHash {
  if ('entries' in record)
    return {
      entries: record.entries.map(({ pattern, value }) => ({
        pattern: pattern.source,
        schema: schemaOf(value),
      })),
    };
  const fields = Object.entries<z.ZodType>(record.fields.shape).map(([name, field]) => [
    name,
    {
      isRequired: !field.safeParse(undefined).success && stored.every((fields) => name in fields),
      schema: schemaOf(field),
    },
  ]);
  return { variants: [{ when: {}, fields: Object.fromEntries(fields) as never }] };
}

/** The schema of a stored text, as a reader takes it: further members are ignored, those with a default may be absent. */
const schemaOf = (field: z.ZodType) =>
  relaxed(z.toJSONSchema(field, { io: 'output', unrepresentable: 'any' })) as Readonly<
    Record<string, unknown>
  >;

function relaxed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(relaxed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const {
    additionalProperties,
    description: _,
    $schema: __,
    required,
    ...rest
  } = schema as Record<string, unknown>;
  const properties = (rest['properties'] ?? {}) as Record<string, object>;
  const isDefaulted = (name: string) => 'default' in (properties[name] ?? {});
  return {
    ...Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, relaxed(inner)])),
    ...(typeof additionalProperties === 'object' && { additionalProperties: relaxed(additionalProperties) }),
    ...(Array.isArray(required) && { required: (required as string[]).filter((name) => !isDefaulted(name)) }),
  };
}
