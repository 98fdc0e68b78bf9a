import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';

import { z } from 'zod';

import { ApiOperation, type OfferedOperation, StoredApi } from '#contracts/api.ts';
import type { AgentScope } from '#contracts/policy.ts';
import type { Redis } from '../connection/connect.ts';
import { json } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';

const Stored = json(StoredApi);
const replaceField = script('replace-field');
const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
/** Documents repeat themselves: more effort gains little and takes seconds. */
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const documentField = (apiId: string, digest: string): string => `${apiId}:${digest}`;

const apisOf = ({ workspaceId, agentId }: AgentScope) => keys.apis(workspaceId, agentId);
const documentsOf = ({ workspaceId, agentId }: AgentScope) => keys.apiDocuments(workspaceId, agentId);

interface Deps {
  readonly redis: Redis;
}

/** The APIs of each agent. One that cannot be read offers nothing. */
export const createApis = ({ redis }: Deps) => ({ ...createReading({ redis }), ...createWriting({ redis }) });

function createReading({ redis }: Deps) {
  /** Oldest first. */
  async function list(scope: AgentScope): Promise<readonly StoredApi[]> {
    const stored = Object.values(await redis.hGetAll(apisOf(scope)));
    return stored
      .flatMap((text) => Stored.safeParse(text).data ?? [])
      .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  }

  async function find(scope: AgentScope, apiId: string): Promise<StoredApi | null> {
    const text = await redis.hGet(apisOf(scope), apiId);
    return text === null ? null : Stored.parse(text);
  }

  /** All operations of a document; null where it is gone. */
  async function operations(
    scope: AgentScope,
    apiId: string,
    digest: string,
  ): Promise<readonly ApiOperation[] | null> {
    const packed = await redis.hGet(documentsOf(scope), documentField(apiId, digest));
    if (packed === null) return null;
    const text = (await decompress(Buffer.from(packed, 'base64'))).toString();
    return json(z.array(ApiOperation)).parse(text);
  }

  /** The chosen operations of all APIs, for a turn of the agent. */
  async function offered(scope: AgentScope): Promise<readonly OfferedOperation[]> {
    return (await list(scope)).flatMap(({ name: api, origin, basePath, operations: chosen }) =>
      chosen.map((operation) => ({ api, origin, basePath, operation })),
    );
  }

  return { list, find, operations, offered };
}

function createWriting({ redis }: Deps) {
  /** Stored before the record that names the document, so that a record never names what is not there. */
  async function keepDocument(
    scope: AgentScope,
    {
      id,
      digest,
      operations,
    }: { readonly id: string; readonly digest: string; readonly operations: readonly ApiOperation[] },
  ): Promise<void> {
    const packed = await compress(JSON.stringify(operations), compression);
    await redis.hSet(documentsOf(scope), documentField(id, digest), packed.toString('base64'));
  }

  const insert = async (scope: AgentScope, api: StoredApi): Promise<void> =>
    void (await redis.hSet(apisOf(scope), api.id, z.encode(Stored, api)));

  /** False when it is no longer as it was read. */
  async function replace(scope: AgentScope, read: StoredApi, next: StoredApi): Promise<boolean> {
    const [before, after] = [z.encode(Stored, read), z.encode(Stored, next)];
    if ((await replaceField(redis, [apisOf(scope)], [read.id, before, after])) !== 1) return false;
    const kept = [next.document.digest, next.next?.digest];
    await forgetDocuments(
      scope,
      [read.document.digest, read.next?.digest ?? ''].filter((one) => !kept.includes(one)),
      read.id,
    );
    return true;
  }

  async function forgetDocuments(
    scope: AgentScope,
    digests: readonly string[],
    apiId: string,
  ): Promise<void> {
    if (digests.length > 0)
      await redis.hDel(
        documentsOf(scope),
        digests.map((digest) => documentField(apiId, digest)),
      );
  }

  async function remove(scope: AgentScope, { id }: StoredApi): Promise<void> {
    await redis.hDel(apisOf(scope), id);
    const fields = await redis.hKeys(documentsOf(scope));
    const own = fields.filter((field) => field.startsWith(documentField(id, '')));
    if (own.length > 0) await redis.hDel(documentsOf(scope), own);
  }

  return { keepDocument, insert, replace, remove };
}

export type Apis = ReturnType<typeof createApis>;
