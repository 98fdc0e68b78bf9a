import { Step } from '#capabilities/step.ts';
import type { ReplayPosition, ReplaySelection } from '#contracts/replay.ts';
import type { Redis } from '../connection/connect.ts';
import { fieldsOf, json } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { runRecords } from '../records/run.ts';
import { script } from '../script.ts';
import { laterOutcome } from './later-outcome.ts';
import { createSelectionReader } from './replay-selection.ts';

interface ReplayCandidate extends ReplayPosition {
  /** A replay itself. */
  readonly isReplay: boolean;
  readonly wasReplayed: boolean;
  /** Its replay succeeded, or that of its replay. */
  readonly succeededLater: boolean;
  /** It failed for a request that is expected or for its answer, and wrote. */
  readonly isDone: boolean;
}

const amendRun = script('amend-run', ['storage']);

export function createReplays({ redis }: { redis: Redis }) {
  const { pagesBehind, countBehind } = createSelectionReader({ redis });

  /** Notes by which delivery one was processed again; the last one counts. */
  async function noteReplay(workspaceId: string, firstId: string, replayId: string): Promise<void> {
    const fields = fieldsOf(runRecords.run.fields, { replayedAs: replayId });
    await amendRun(redis, [keys.run(workspaceId, firstId)], fields);
  }

  async function* candidates(
    selection: ReplaySelection,
    after: ReplayPosition | null,
  ): AsyncGenerator<ReplayCandidate> {
    for await (const page of pagesBehind(selection, after))
      yield* await Promise.all(page.map((row) => candidate(selection.workspaceId, row)));
  }

  async function candidate(workspaceId: string, row: ReplayPosition): Promise<ReplayCandidate> {
    const fields = ['replayOf', 'replayedAs', 'reason', 'requests'];
    const [replayOf, replayedAs, reason, requests] = await redis.hmGet(keys.run(workspaceId, row.id), fields);
    const later = await laterOutcome(redis, workspaceId, replayedAs);
    const isUnmet = /^(?:expects|answer): /.test(reason ?? '') && Number(requests) > 0;
    return {
      ...row,
      isReplay: replayOf !== null,
      wasReplayed: replayedAs !== null,
      succeededLater: later === 'succeeded',
      // Its owner knows whether another run would repeat a write.
      isDone: isUnmet && (await mayHaveWritten(workspaceId, row.id)),
    };
  }

  /** So it is, too, where its steps are archived or cannot be read. */
  async function mayHaveWritten(workspaceId: string, id: string): Promise<boolean> {
    const steps = await redis.hVals(keys.steps(workspaceId, id));
    return steps.length === 0 || steps.some((stored) => !isHarmless(StoredStep.safeParse(stored).data));
  }

  return { noteReplay, candidates, countBehind };
}

const StoredStep = json(Step);

const isHarmless = (step: Step | undefined): boolean =>
  step !== undefined &&
  (step.kind === 'model' ||
    step.outcome === 'refused' ||
    step.outcome === 'invalid' ||
    (step.kind === 'request' && step.method === 'GET'));
