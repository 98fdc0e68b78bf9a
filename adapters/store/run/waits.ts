import { z } from 'zod';

import type { RunRef } from '#contracts/run.ts';
import { limits } from '#domain/limits.ts';
import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';

/** A run's next step may begin, or is to ask again in `waitMs`. `queuedMs`: since it first asked. */
export interface SlotAnswer {
  readonly waitMs: number;
  readonly queuedMs: number;
}

const Answer = z.tuple([z.number(), z.number()]);
const goesOn: SlotAnswer = { waitMs: 0, queuedMs: 0 };
/** So that runs that wait for the same do not ask together. */
const jitter = 0.2;

const waitScript = script('wait', ['publish-change', 'waits']);
const resumeScript = script('resume', ['publish-change', 'stored-limits', 'waits', 'slots']);

/** The slot of a run that waits. A message of a chat holds none. */
export function createWaits({ redis }: { readonly redis: Redis }) {
  /** The run waits for a target, such as an origin or a model, and gives its slot back meanwhile. Safe to repeat. */
  async function giveSlotBack(run: RunRef, waitMs: number, target: string): Promise<void> {
    if (run.kind === 'message') return;
    await waitScript(redis, keysOf(run.workspaceId, run.deliveryId), [
      run.deliveryId,
      String(Math.ceil(waitMs)),
      target,
    ]);
  }

  async function takeSlotAgain(run: RunRef): Promise<SlotAnswer> {
    if (run.kind === 'message') return goesOn;
    const { workspaceId, deliveryId } = run;
    const answer = await resumeScript(
      redis,
      [...keysOf(workspaceId, deliveryId), keys.workspace(workspaceId)],
      [deliveryId, String(limits.concurrentDeliveries), String(limits.resumedPerTargetShare)],
    );
    const [waitMs, queuedMs] = Answer.parse(answer);
    return { waitMs: Math.ceil(waitMs * (1 - jitter * Math.random())), queuedMs };
  }

  return { giveSlotBack, takeSlotAgain };
}

const keysOf = (workspaceId: string, deliveryId: string) => [
  keys.run(workspaceId, deliveryId),
  keys.slots(workspaceId),
];
