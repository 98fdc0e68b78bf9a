import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Blobs } from '#blobs/blobs.ts';
import { EndedOutcome } from '#contracts/run.ts';
import { eachAtOnce } from '#domain/each-at-once.ts';
import { attempt, type Pass, sumOf } from '#domain/pass.ts';
import type { Redis } from '../connection/connect.ts';
import { isDelivery, rowFieldNames } from '../delivery/stored-delivery.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';
import { packRun } from './archive-object.ts';
import { removeGoneBlobs } from './gone-blobs.ts';
import { type ArchiveDeps, createStoredRuns, type StoredRun } from './stored-runs.ts';
import { stays } from '../erasure/strip-run.ts';

const archiveScript = script('archive-run', ['fields-of', 'storage']);

const hourMs = 60 * 60 * 1_000;
/** The most that one pass archives, so that other workspaces have their turn. */
const perPass = 500;
/** Deliveries of one workspace. */
const atOnce = 16;
/** Far beyond the time that a blob takes to be written and read. */
const abandonedAfterMs = 10 * 60_000;

interface ArchiverDeps extends ArchiveDeps {
  readonly archiveAfterHours: number;
  /** Whether memory runs short: then everything that has ended is archived. */
  readonly isMemoryShort?: () => Promise<boolean>;
  readonly now?: () => number;
  /** Shared by all passes of a process, fairly between workspaces. */
  readonly turns?: { readonly take: (workspaceId: string) => Promise<{ readonly release: () => void }> };
}

const noTurns = { take: () => Promise.resolve({ release: () => undefined }) };

/** Moves deliveries that ended long ago into the blob store, one compressed object each; what lists need stays in Redis. */
export function createArchiver({
  redis,
  blobs,
  archiveAfterHours,
  isMemoryShort = () => Promise.resolve(false),
  now = Date.now,
  turns = noTurns,
}: ArchiverDeps) {
  const storedRuns = createStoredRuns({ redis, blobs });

  /** Says how many deliveries of the workspace were archived. Each step is safe to repeat, and beside another pass. */
  async function archiveEnded(workspaceId: string): Promise<Pass> {
    const passes = [
      await attempt('unfinished archives', () => giveUpUnfinished(redis, workspaceId, now())),
      await attempt('deleted archives', async () => {
        await removeGoneBlobs({ redis, blobs }, workspaceId);
        return 0;
      }),
    ];
    const before = now() - ((await isMemoryShort()) ? 0 : archiveAfterHours * hourMs);
    const due = await redis.zRangeByScore(keys.archiveDue(workspaceId), '-inf', before, {
      LIMIT: { offset: 0, count: perPass },
    });
    await eachAtOnce(due, atOnce, async (id) => {
      const turn = await turns.take(workspaceId);
      try {
        passes.push(await attempt(`delivery ${id}`, () => archiveOne(workspaceId, id)));
      } finally {
        turn.release();
      }
    });
    const sum = sumOf(passes);
    return due.length === perPass && sum.failures.length === 0 ? { ...sum, hasMore: true } : sum;
  }

  /** The blob is noted before it is written, so that a crash leaves none unknown. */
  async function archiveOne(workspaceId: string, deliveryId: string): Promise<number> {
    const key = `deliveries/${workspaceId}/${deliveryId}/${randomBytes(9).toString('base64url')}`;
    const stored = await storedRuns.read(workspaceId, deliveryId);
    if (!isArchivable(stored)) {
      await redis.zRem(keys.archiveDue(workspaceId), deliveryId);
      return 0;
    }
    await redis.zAdd(keys.unfinishedBlobs(workspaceId), { score: now(), value: key });
    await write(blobs, key, await packRun(stored));
    if ((await commit(redis, { workspaceId, deliveryId, key, stored })) === 'archived') return 1;
    // Erased, changed or archived by another pass since it was read.
    await blobs.delete(key);
    await redis.zRem(keys.unfinishedBlobs(workspaceId), key);
    return 0;
  }

  return { archiveEnded };
}

export type Archiver = ReturnType<typeof createArchiver>;

/** Nothing leaves Redis that cannot be read back. */
async function write(blobs: Blobs, key: string, packed: Buffer): Promise<void> {
  await blobs.put(key, new Blob([Uint8Array.from(packed)]));
  const written = await blobs.get(key);
  if (written === undefined || !(await buffer(written.stream)).equals(packed))
    throw new Error('The blob store does not give back what it took.');
}

interface Archive {
  readonly workspaceId: string;
  readonly deliveryId: string;
  readonly key: string;
  readonly stored: StoredRun;
}

async function commit(
  redis: Redis,
  { workspaceId, deliveryId, key, stored: { fields, steps, body } }: Archive,
): Promise<'archived' | 'changed'> {
  return (await archiveScript(
    redis,
    [
      keys.run(workspaceId, deliveryId),
      keys.body(workspaceId, deliveryId),
      keys.steps(workspaceId, deliveryId),
      keys.turns(workspaceId, deliveryId),
      keys.calls(workspaceId, deliveryId),
      keys.archiveDue(workspaceId),
      keys.unfinishedBlobs(workspaceId),
      keys.workspace(workspaceId),
    ],
    [deliveryId, key, body === null ? '0' : '1', ...counted(fields), ...counted(steps), ...stubFields],
  )) as 'archived' | 'changed';
}

/** A blob that was not finished is none: from here on no attempt can commit it. */
async function giveUpUnfinished(redis: Redis, workspaceId: string, nowMs: number): Promise<number> {
  const [unfinished, gone] = [keys.unfinishedBlobs(workspaceId), keys.goneBlobs(workspaceId)];
  for (const key of await redis.zRangeByScore(unfinished, '-inf', nowMs - abandonedAfterMs))
    await redis.multi().zRem(unfinished, key).zAdd(gone, { score: nowMs, value: key }).exec();
  return 0;
}

function isArchivable({ fields }: StoredRun): boolean {
  const isOver = EndedOutcome.safeParse(fields['outcome']).success;
  return isDelivery(fields) && isOver && fields['erasedAt'] === undefined && fields['archive'] === undefined;
}

/** How many fields there are, then field, value, … */
const counted = (fields: Readonly<Record<string, string>>): readonly string[] => [
  String(Object.keys(fields).length),
  ...Object.entries(fields).flat(),
];

/**
 * The fields of an archived delivery that stay in Redis: those that lists, searches, replays, erasures and deduplication
 * need.
 */
const stubFields: readonly string[] = [
  ...new Set([...stays, ...rowFieldNames({ withAnswer: false }), 'bodyDigest', 'budgetDay', 'supersededBy']),
];
