import type { ModelStep, ModelTry, RunRef } from '#contracts/run.ts';
import { stepsOf } from './view.ts';
import type { Redis } from '../connection/connect.ts';
import type { HashesOf } from './run-hashes.ts';
import { runKeys, stepField } from './run-keys.ts';

/** Turns that no model has answered so far: each is a step that says why, which the answer takes the place of. */
export function createFailedTurns({
  redis,
  hashesOf,
}: {
  readonly redis: Redis;
  readonly hashesOf: HashesOf;
}) {
  /** Each time that a model was asked for a turn in vain. */
  async function turnTries(run: RunRef, turn: number): Promise<readonly ModelTry[]> {
    const field = stepField(turn);
    const [step] = stepsOf({ [field]: (await redis.hGet(runKeys(run).steps, field)) ?? '' }).steps;
    return step?.kind === 'model' ? step.tries : [];
  }

  /** Does nothing where another attempt has stored the answer of the turn. Throws RecordMissing. */
  async function saveFailedTurn(run: RunRef, turn: number, step: ModelStep): Promise<void> {
    await hashesOf(run).write([
      ['HEXISTS', 'turns', String(turn)],
      ['?HSET', 'steps', stepField(turn), JSON.stringify(step)],
    ]);
  }

  return { turnTries, saveFailedTurn };
}
