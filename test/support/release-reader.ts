import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

import type { Redis } from '#store/connection/connect.ts';
import { records } from '#store/records/index.ts';
import { readOfRelease } from './releases.ts';

type Schema = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, string>>;
interface Field {
  readonly isRequired: boolean;
  readonly schema: Schema;
}

/** How a release reads a kind of hash; `when`: fields by which it knows which of them it has before it, null where absent. */
export type ReaderOfHash =
  | {
      readonly variants: readonly {
        readonly when: Readonly<Record<string, string | null>>;
        readonly fields: Readonly<Record<string, Field>>;
      }[];
    }
  | { readonly entries: readonly { readonly pattern: string; readonly schema: Schema }[] };

type Readers = Readonly<Record<string, ReaderOfHash>>;

/**
 * The parts of today's records that a release could not read, by its schemas: a reader passes over fields that it does not
 * know. `unread`: the records of which there was none.
 */
export async function readAs(release: string, redis: Redis) {
  const readers = await readOfRelease<Readers>(release, 'schemas.json');
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  const faults: string[] = [];
  const unread = new Set(Object.keys(readers));
  for (const key of await redis.keys('*')) {
    const name = Object.entries(records).find(([, record]) => record.key.matches(key))?.[0];
    const reader = name === undefined ? undefined : readers[name];
    if (name === undefined || reader === undefined) continue;
    unread.delete(name);
    const isFit = (schema: Schema, text: string) =>
      [...meaningsOf(text)].some((meaning) => ajv.validate(schema, meaning));
    faults.push(...faultsIn(reader, await redis.hGetAll(key), isFit).map((fault) => `${name}: ${fault}`));
  }
  return { faults: [...new Set(faults)].toSorted(), unread: [...unread] };
}

type IsFit = (schema: Schema, text: string) => boolean;

function faultsIn(reader: ReaderOfHash, stored: Fields, isFit: IsFit): readonly string[] {
  if ('entries' in reader)
    return Object.entries(stored).flatMap(([name, text]) => {
      const entry = reader.entries.find(({ pattern }) => new RegExp(pattern).test(name));
      return entry === undefined || isFit(entry.schema, text) ? [] : [`${name} is ${text}`];
    });
  const variant = reader.variants.find(({ when }) =>
    Object.entries(when).every(([name, value]) => (stored[name] ?? null) === value),
  );
  return Object.entries(variant?.fields ?? {}).flatMap(([name, { isRequired, schema }]) => {
    const text = stored[name];
    if (text === undefined) return isRequired ? [`${name} is missing`] : [];
    return isFit(schema, text) ? [] : [`${name} is ${text}`];
  });
}

/** The possible meanings of a stored text: itself, a number, a flag, JSON, or nothing. */
function* meaningsOf(text: string): Generator<unknown> {
  yield text;
  if (text === '') return yield null;
  yield Number(text);
  if (text === '0' || text === '1') yield text === '1';
  try {
    yield JSON.parse(text);
  } catch {
    // No JSON.
  }
}
