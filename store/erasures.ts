import type { z } from 'zod';

import type { Erasure, ErasureKind, ErasureRef } from '../contracts/erasure.ts';
import { newId } from '../domain/ids.ts';
import type { Redis } from './connect.ts';
import { erasureRecords } from './records/erasure.ts';
import { fieldsOf } from './records/fields.ts';
import { keys } from './records/index.ts';
import { script } from './script.ts';
import { noteWork } from './sweep/note-work.ts';

const { fields } = erasureRecords.erasure;
type ErasureFields = z.output<typeof fields>;

/** What to erase; `target` is the id of a delivery or an automation, or a reference. */
type ErasureOrder =
  | { readonly kind: Exclude<ErasureKind, 'workspace'>; readonly target: string }
  | { readonly kind: 'workspace' };

const beginScript = script('begin-erasure');
const countScript = script('count-erased');
const keptSeconds = 24 * 60 * 60;

/** What is to be erased: noted first, so that it is erased whatever happens. */
export function createErasures({ redis, now = Date.now }: { redis: Redis; now?: () => number }) {
  async function read({ workspaceId, erasureId }: ErasureRef): Promise<ErasureFields | null> {
    const stored = await redis.hGetAll(keys.erasure(workspaceId, erasureId));
    return stored['kind'] === undefined ? null : fields.parse(stored);
  }

  async function find(ref: ErasureRef): Promise<Erasure | null> {
    const found = await read(ref);
    if (found === null) return null;
    const { kind, erased, requestedAt, finishedAt } = found;
    return {
      id: ref.erasureId,
      kind,
      erased,
      requestedAt: new Date(requestedAt).toISOString(),
      finishedAt: finishedAt === null ? null : new Date(finishedAt).toISOString(),
    };
  }

  async function open(workspaceId: string): Promise<readonly ErasureRef[]> {
    const ids = await redis.zRange(keys.openErasures(workspaceId), 0, -1);
    return ids.map((erasureId) => ({ workspaceId, erasureId }));
  }

  async function count({ workspaceId, erasureId }: ErasureRef, erased: number): Promise<void> {
    if (erased > 0) await countScript(redis, [keys.erasure(workspaceId, erasureId)], [String(erased)]);
  }

  async function finish({ workspaceId, erasureId }: ErasureRef): Promise<void> {
    const erasure = keys.erasure(workspaceId, erasureId);
    await redis
      .multi()
      .hDel(erasure, 'target')
      .hSet(erasure, fieldsOf(fields, { finishedAt: now() }))
      .expire(erasure, keptSeconds)
      .zRem(keys.openErasures(workspaceId), erasureId)
      .exec();
  }

  return { begin: createBegin({ redis, now }), read, find, open, count, finish };
}

export type Erasures = ReturnType<typeof createErasures>;

function createBegin({ redis, now }: { readonly redis: Redis; readonly now: () => number }) {
  /** Null where there is no such workspace, or one that is being erased already. */
  return async function begin(workspaceId: string, order: ErasureOrder): Promise<ErasureRef | null> {
    const [erasureId, requestedAt] = [newId('erasure'), now()];
    await noteWork(redis, workspaceId);
    const begun = await beginScript(
      redis,
      [keys.workspace(workspaceId), keys.erasure(workspaceId, erasureId), keys.openErasures(workspaceId)],
      [
        erasureId,
        String(requestedAt),
        order.kind === 'workspace' ? '1' : '0',
        ...fieldsOf(fields, { ...order, requestedAt }),
      ],
    );
    return begun === 1 ? { workspaceId, erasureId } : null;
  };
}
