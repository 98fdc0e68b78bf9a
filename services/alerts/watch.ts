import { alertWorkflowId } from '#domain/alerts/alert-id.ts';
import { attempt, type Pass, sumOf } from '#domain/pass.ts';
import type { Alerts } from '#store/alert/alerts.ts';
import type { AlertStarter } from '#temporal/alert-starter.ts';
import type { RunStates } from '#temporal/run-states.ts';
import { createChangeJudge } from './judge-changes.ts';
import { createEndJudge } from './judge-ends.ts';
import { createQuietJudge } from './judge-quiet.ts';
import { createRoomJudge } from './judge-room.ts';

interface WatchDeps {
  readonly alerts: Alerts;
  readonly alertStarter: Pick<AlertStarter, 'start'>;
  readonly runStates: Pick<RunStates, 'of'>;
  readonly logger: { readonly warn: (fields: object, message: string) => void };
  readonly now?: () => number;
}

/** Finds out what is to be told, and has it sent. */
export function createAlertWatch({ alerts, alertStarter, runStates, logger, now = Date.now }: WatchDeps) {
  const ends = createEndJudge({ alerts });
  const changes = createChangeJudge({ alerts });
  const quiet = createQuietJudge({ alerts, now });
  const room = createRoomJudge({ alerts, now });

  async function startAll(workspaceId: string, alertIds: readonly string[]): Promise<void> {
    await Promise.all(alertIds.map((alertId) => alertStarter.start({ workspaceId, alertId })));
  }

  /** Judges a run, which never fails with it: the sweep does the rest. */
  async function judgeNow(judge: typeof ends.judge, workspaceId: string): Promise<void> {
    try {
      await startAll(workspaceId, await judge(workspaceId));
    } catch (error) {
      logger.warn({ error, workspaceId }, 'alerts wait for the sweep');
    }
  }

  const judgeEnds = (workspaceId: string) => judgeNow(ends.judge, workspaceId);
  /** Before the agent acts on a delivery in which something changed. */
  const judgeChanges = (workspaceId: string) => judgeNow(changes.judge, workspaceId);

  /** Says how many alerts were begun or given up. */
  async function sweep(workspaceId: string): Promise<Pass> {
    const judged = [
      await attempt('ends of runs', async () => (await ends.judge(workspaceId)).length),
      await attempt(
        'changes of deliveries and broken cases',
        async () => (await changes.judge(workspaceId)).length,
      ),
      await attempt('silence', async () => (await quiet.judge(workspaceId)).length),
      await attempt('refused and held deliveries', async () => (await room.judge(workspaceId)).length),
    ];
    const open = await alerts.open(workspaceId);
    const sent = open.map((alertId) => attempt(`alert ${alertId}`, () => resume(workspaceId, alertId)));
    return sumOf([...judged, ...(await Promise.all(sent))]);
  }

  /** One that no workflow sends is begun; one whose workflow ended without it is given up. */
  async function resume(workspaceId: string, alertId: string): Promise<number> {
    const { status } = await runStates.of(alertWorkflowId(alertId));
    if (status === 'open') return 0;
    if (status === 'missing') await alertStarter.start({ workspaceId, alertId });
    else await alerts.giveUp(workspaceId, alertId, 'Its sending was ended before it was delivered.');
    return 1;
  }

  return { judgeEnds, judgeChanges, sweep };
}

export type AlertWatch = ReturnType<typeof createAlertWatch>;
