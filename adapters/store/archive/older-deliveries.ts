import { EndedOutcome } from '#contracts/run.ts';
import { attempt, emptyPass, type Pass, sumOf } from '#domain/pass.ts';
import type { Redis } from '../connection/connect.ts';
import { monthOf, wholeWorkspace } from '../counts/count-keys.ts';
import type { Hook } from '../automation/hooks.ts';
import { membersBelow, type Position } from '../page.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';

const indexScript = script('index-deliveries', ['fields-of', 'index-delivery']);
const recountScript = script('recount-days');

const hourMs = 60 * 60 * 1_000;
const dayMs = 24 * hourMs;
const batch = 200;
/** Days before are not shown. */
const shownDays = 432;
const done = 'done';
const endings = EndedOutcome.options;

/**
 * Indexes and counts deliveries that were stored by a release that did neither. Each automation is gone through once; and
 * a day later once more, for what processes of that release stored meanwhile. Only then are those that ended put among the
 * deliveries to be archived, because a process of that release could not read the archive.
 */
export function createOlderDeliveries({ redis, now = Date.now }: { redis: Redis; now?: () => number }) {
  /** Says how many deliveries of the workspace were gone through. */
  async function catchUp(workspaceId: string): Promise<Pass> {
    const sweepMarks = keys.sweepMarks(workspaceId);
    if ((await redis.hGet(sweepMarks, 'olderDeliveries')) === done) return emptyPass;
    const marks = await redis.hGetAll(keys.indexedAutomations(workspaceId));
    const lists = [keys.automations(workspaceId), keys.deletedAutomations(workspaceId)];
    const ids = (await Promise.all(lists.map((key) => redis.zRange(key, 0, -1)))).flat();
    // Later ones are made by this release.
    if (ids.every((id) => marks[id] === done)) await redis.hSet(sweepMarks, 'olderDeliveries', done);
    const passes: Pass[] = [];
    for (const automationId of ids) {
      const mark = marks[automationId];
      if (mark === done || (mark !== undefined && now() - Number(mark) < dayMs)) continue;
      const fromMs = mark === undefined ? 0 : Number(mark) - hourMs;
      passes.push(
        await attempt(`automation ${automationId}`, async () => {
          const startedAt = now();
          const hook = { workspaceId, automationId };
          const count = await indexAll(redis, hook, { mayArchive: mark !== undefined });
          const shownMs = Math.max(fromMs, startedAt - shownDays * dayMs);
          await recountSince(redis, hook, { fromMs: shownMs, toMs: startedAt });
          const next = mark === undefined ? String(startedAt) : done;
          await redis.hSet(keys.indexedAutomations(workspaceId), automationId, next);
          return count;
        }),
      );
    }
    return sumOf(passes);
  }

  return { catchUp };
}

export type OlderDeliveries = ReturnType<typeof createOlderDeliveries>;

async function indexAll(
  redis: Redis,
  { workspaceId, automationId }: Hook,
  { mayArchive }: { readonly mayArchive: boolean },
): Promise<number> {
  const activity = keys.activity(workspaceId, automationId);
  let [last, count]: [Position | null, number] = [null, 0];
  for (;;) {
    const found: readonly Position[] = await membersBelow(redis, activity, { last, count: batch });
    if (found.length === 0) return count;
    const runs = found.map(({ id }) => keys.run(workspaceId, id));
    const lists = [keys.deliveryIndex(workspaceId), keys.archiveDue(workspaceId)];
    await indexScript(redis, [...lists, ...runs], [mayArchive ? '1' : '0']);
    count += found.length;
    last = found.at(-1) ?? last;
  }
}

async function recountSince(
  redis: Redis,
  { workspaceId, automationId }: Hook,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<void> {
  const activity = keys.activity(workspaceId, automationId);
  const [oldest] = await redis.zRangeByScoreWithScores(activity, fromMs, '+inf', {
    LIMIT: { offset: 0, count: 1 },
  });
  if (oldest === undefined) return;
  for (let month = startOfMonth(oldest.score); month <= toMs; month = startOfMonth(month, 1)) {
    const days = Math.round((startOfMonth(month, 1) - month) / dayMs);
    await recountScript(
      redis,
      [
        keys.dailyCounts(workspaceId, automationId, monthOf(month)),
        keys.dailyCounts(workspaceId, wholeWorkspace, monthOf(month)),
        ...endings.map((outcome) => keys.activityWith(workspaceId, automationId, outcome)),
      ],
      [String(month), String(days), ...endings],
    );
  }
}

/** When a month began (UTC): that of the moment, or a later one. */
function startOfMonth(atMs: number, later = 0): number {
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1);
}
