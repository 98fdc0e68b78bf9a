import type { Redis } from '../connection/connect.ts';
import { nodesOf } from '../connection/nodes.ts';
import { erasureRecords, type RewriteProblem } from '../records/erasure.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';

const { fields } = erasureRecords.fileRewrite;
const erasure = erasureRecords.erasure.fields;

const beginScript = script('begin-rewrite');
const writeScript = script('write-existing');
const [due, covered, rewrite] = [keys.unrewritten(), keys.rewriting(), keys.fileRewrite()] as const;
const leastBetweenMs = 60 * 60_000;
/** A process that began one and told no server within this time has died. */
const tellMsMax = 60_000;

/**
 * Deleted data stays in the append-only file of Redis until that is rewritten. After an erasure one rewrite of all
 * servers that take writes is due, at most one an hour. An erasure is covered by a rewrite that began after its end, that
 * every server says it ended well, and during which no server was restarted or replaced; it is stamped only then. Replicas,
 * snapshots and backups are not known here.
 */
export function createFileRewrites({ redis, now = Date.now }: { redis: Redis; now?: () => number }) {
  const { stamp, giveBack } = createEndings({ redis, now });

  /** Begins a rewrite where one is due, or sees whether the one under way has ended. Gives how many erasures it covered. */
  async function advance(): Promise<number> {
    if ((await redis.exists(covered)) === 1) return await settle();
    const begun = await beginScript(redis, [due, covered, rewrite], [String(now()), String(leastBetweenMs)]);
    if (begun === 1) await tellServers();
    return 0;
  }

  async function tellServers(): Promise<void> {
    const nodes = await nodesOf(redis);
    const files = await Promise.all(nodes.map(filesOf));
    if (files.some(({ isKept }) => !isKept)) return await giveBack('no_append_only_file');
    const answers = await Promise.all(nodes.map(tell));
    if (answers.includes('refused')) return await giveBack('refused');
    // The one under way began before: it may hold what was erased since.
    if (answers.includes('busy')) return await giveBack(null, { again: true });
    const servers = files.map(({ server }) => server);
    await redis.hSet(rewrite, fieldsOf(fields, { servers }));
  }

  /** Stamps the erasures of the rewrite under way once it has ended. Gives how many. */
  async function settle(): Promise<number> {
    const stored = await redis.hGetAll(rewrite);
    if (stored['beganAt'] === undefined || (await redis.exists(covered)) === 0) return 0;
    const { beganAt, servers } = fields.parse(stored);
    if (servers === null) {
      if (now() - beganAt > tellMsMax) await giveBack('failed');
      return 0;
    }
    const files = await Promise.all((await nodesOf(redis)).map(filesOf));
    if (!isSame(files, servers)) await giveBack('failed');
    else if (files.every(({ isBusy }) => !isBusy)) {
      if (files.every(({ hasSucceeded }) => hasSucceeded)) return await stamp();
      await giveBack('failed');
    }
    return 0;
  }

  /** Why no rewrite is known to have ended well; null where nothing is wrong. */
  async function problem(): Promise<RewriteProblem | null> {
    return fields.shape.problem.parse((await redis.hGet(rewrite, 'problem')) ?? undefined);
  }

  return { advance, settle, problem };
}

/** How a rewrite ends: known to be done, or not. */
function createEndings({ redis, now }: { readonly redis: Redis; readonly now: () => number }) {
  async function stamp(): Promise<number> {
    const members = await redis.sMembers(covered);
    for (const member of members)
      await writeScript(redis, [member], fieldsOf(erasure, { filesRewrittenAt: now() }));
    await redis.multi().del(covered).hDel(rewrite, ['problem', 'servers']).exec();
    return members.length;
  }

  /** Its erasures wait for the next one. */
  async function giveBack(problem: RewriteProblem | null, { again = false } = {}): Promise<void> {
    const change = redis.multi().sUnionStore(due, [due, covered]).del(covered).hDel(rewrite, 'servers');
    if (problem !== null) change.hSet(rewrite, fieldsOf(fields, { problem }));
    if (again) change.hDel(rewrite, 'beganAt');
    await change.exec();
  }

  return { stamp, giveBack };
}

export type FileRewrites = ReturnType<typeof createFileRewrites>;

type Server = Pick<Redis, 'info' | 'bgRewriteAof'>;

async function filesOf(node: Server) {
  const text = `${await node.info('server')}\n${await node.info('persistence')}`;
  const valueOf = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(text)?.[1];
  return {
    server: valueOf('run_id') ?? '',
    isKept: valueOf('aof_enabled') === '1',
    isBusy: valueOf('aof_rewrite_in_progress') !== '0' || valueOf('aof_rewrite_scheduled') !== '0',
    hasSucceeded: valueOf('aof_last_bgrewrite_status') === 'ok',
  };
}

async function tell(node: Server): Promise<'told' | 'busy' | 'refused'> {
  try {
    await node.bgRewriteAof();
    return 'told';
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (message.includes('already in progress')) return 'busy';
    if (/^NOPERM|unknown command|not allowed|disabled|denied/i.test(message)) return 'refused';
    throw error;
  }
}

const isSame = (files: readonly { readonly server: string }[], servers: readonly string[]) =>
  files
    .map(({ server }) => server)
    .toSorted()
    .join() === servers.toSorted().join();
