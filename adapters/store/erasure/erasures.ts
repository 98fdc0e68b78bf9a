import type { z } from 'zod';

import type { Erasure, ErasureKind, ErasureRef } from '#contracts/erasure.ts';
import { newId } from '#domain/ids.ts';
import type { Redis } from '../connection/connect.ts';
import { createFileRewrites } from './file-rewrites.ts';
import { erasureRecords, type RewriteProblem } from '../records/erasure.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';
import { noteWork } from '../sweep/note-work.ts';

const { fields } = erasureRecords.erasure;
type ErasureFields = z.output<typeof fields>;

/** The scope of an erasure; `target` is the id of a delivery or an automation, or a reference. */
type ErasureOrder =
  | { readonly kind: Exclude<ErasureKind, 'workspace'>; readonly target: string }
  | { readonly kind: 'workspace' };

const beginScript = script('begin-erasure');
const countScript = script('count-erased');
const keptSeconds = 24 * 60 * 60;
const openSeconds = 30 * keptSeconds;

export function createErasures({ redis, now = Date.now }: { redis: Redis; now?: () => number }) {
  const rewrites = createFileRewrites({ redis, now });

  async function read({ workspaceId, erasureId }: ErasureRef): Promise<ErasureFields | null> {
    return await readAt(redis, keys.erasure(workspaceId, erasureId));
  }

  /** An erasure as it is shown, of the workspace or, where that is null, one that erases a workspace. */
  async function find(ref: { workspaceId: string | null; erasureId: string }): Promise<Erasure | null> {
    const key =
      ref.workspaceId === null
        ? keys.workspaceErasure(ref.erasureId)
        : keys.erasure(ref.workspaceId, ref.erasureId);
    const found = await readAt(redis, key);
    if (found === null) return null;
    if (found.finishedAt === null || found.filesRewrittenAt !== null) return view(ref.erasureId, found, null);
    await rewrites.settle();
    return view(ref.erasureId, (await readAt(redis, key)) ?? found, await rewrites.problem());
  }

  async function open(workspaceId: string): Promise<readonly ErasureRef[]> {
    const ids = await redis.zRange(keys.openErasures(workspaceId), 0, -1);
    return ids.map((erasureId) => ({ workspaceId, erasureId }));
  }

  async function count({ workspaceId, erasureId }: ErasureRef, erased: number): Promise<void> {
    if (erased === 0) return;
    for (const key of [keys.erasure(workspaceId, erasureId), keys.workspaceErasure(erasureId)])
      await countScript(redis, [key], [String(erased)]);
  }

  /** Notes that all is erased, and begins to rewrite the files of Redis where that is due. */
  async function finish({ workspaceId, erasureId }: ErasureRef): Promise<void> {
    const erasure = keys.erasure(workspaceId, erasureId);
    await redis.sAdd(keys.unrewritten(), erasure);
    await finished(redis.multi(), erasure, now())
      .hDel(erasure, 'target')
      .zRem(keys.openErasures(workspaceId), erasureId)
      .exec();
    await rewrites.advance();
  }

  /** The same of a workspace, of which nothing else is left. May be repeated. */
  async function finishWorkspace({ erasureId }: ErasureRef): Promise<void> {
    const erasure = keys.workspaceErasure(erasureId);
    const found = await readAt(redis, erasure);
    if (found === null || found.finishedAt !== null) return;
    await redis.sAdd(keys.unrewritten(), erasure);
    await finished(redis.multi(), erasure, now()).exec();
    await rewrites.advance();
  }

  return { begin: createBegin({ redis, now }), read, find, open, count, finish, finishWorkspace };
}

export type Erasures = ReturnType<typeof createErasures>;

async function readAt(redis: Redis, key: string): Promise<ErasureFields | null> {
  const stored = await redis.hGetAll(key);
  return stored['kind'] === undefined ? null : fields.parse(stored);
}

const finished = (change: ReturnType<Redis['multi']>, erasure: string, finishedAt: number) =>
  change.hSet(erasure, fieldsOf(fields, { finishedAt })).expire(erasure, keptSeconds);

const timeOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

function view(id: string, found: ErasureFields, problem: RewriteProblem | null): Erasure {
  const { kind, erased, requestedAt, finishedAt, filesRewrittenAt } = found;
  return {
    id,
    kind,
    erased,
    requestedAt: new Date(requestedAt).toISOString(),
    finishedAt: timeOf(finishedAt),
    filesRewrittenAt: timeOf(filesRewrittenAt),
    filesProblem: filesRewrittenAt === null && problem !== null ? problems[problem] : null,
  };
}

const problems: Readonly<Record<RewriteProblem, string>> = {
  refused:
    'Redis refuses BGREWRITEAOF to this service. Its files are rewritten by its own settings, or by its provider.',
  no_append_only_file:
    'This Redis keeps no append-only file that the service could have rewritten. Its snapshots, if any, are replaced by its own settings.',
  failed:
    'The last rewrite of the files did not end well, or a server was replaced meanwhile. The next one begins an hour after it.',
};

function createBegin({ redis, now }: { readonly redis: Redis; readonly now: () => number }) {
  /** Null where there is no such workspace, or one that is being erased already. */
  return async function begin(workspaceId: string, order: ErasureOrder): Promise<ErasureRef | null> {
    const [erasureId, requestedAt] = [newId('erasure'), now()];
    await noteWork(redis, workspaceId);
    const record = fieldsOf(fields, { ...order, requestedAt });
    const ofOperator = keys.workspaceErasure(erasureId);
    // Before it, so that nothing is erased that the operator cannot read about.
    if (order.kind === 'workspace')
      await redis.multi().hSet(ofOperator, record).expire(ofOperator, openSeconds).exec();
    const begun = await beginScript(
      redis,
      [keys.workspace(workspaceId), keys.erasure(workspaceId, erasureId), keys.openErasures(workspaceId)],
      [erasureId, String(requestedAt), order.kind === 'workspace' ? '1' : '0', ...record],
    );
    if (begun === 1) return { workspaceId, erasureId };
    if (order.kind === 'workspace') await redis.del(ofOperator);
    return null;
  };
}
