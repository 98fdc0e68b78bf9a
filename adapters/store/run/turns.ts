import type { NewStep } from '#capabilities/step.ts';
import type { TurnOutput } from '#capabilities/agent-turn.ts';
import type { RunRef } from '#contracts/run.ts';
import { json } from '../records/fields.ts';
import type { Access } from '../records/run.ts';
import { TurnRecord } from './run-records.ts';
import { attemptField } from './spending.ts';
import type { HashesOf, RunCommand } from './run-hashes.ts';
import { stepField } from './run-keys.ts';

const StoredTurn = json(TurnRecord);

/** The hosts and the time zone of an agent. The rules that act in place of a model are told neither. */
export interface Told {
  readonly access: Access;
  readonly timeZone: string;
}

const toldCommands = ({ access, timeZone }: Told): readonly RunCommand[] => [
  ['HSETNX', 'record', 'access', JSON.stringify(access)],
  ['HSETNX', 'record', 'timeZone', timeZone],
];

export function createTurns({ hashesOf }: { readonly hashesOf: HashesOf }) {
  /**
   * Saves the answer of a paid model call in one write, before anything else; only the first of a turn is kept, with its step.
   * Safe to repeat. Throws RecordMissing.
   */
  async function saveTurn(
    run: RunRef,
    turn: number,
    {
      output,
      step,
      told,
      attempt = 'none',
    }: { output: TurnOutput; step: NewStep; told: Told | null; attempt?: string },
  ): Promise<void> {
    const { warnings, answer, usage, cost, model } = output;
    // An attempt that was taken for lost and came back all the same is not used; it was paid.
    const spentTwice = JSON.stringify({ usage, cost, model });
    await hashesOf(run).write([
      ...(attempt === 'none' ? [] : [['HDEL', 'turns', attemptField(attempt)] as const]),
      ['HSETNX', 'turns', String(turn), JSON.stringify(output)],
      ['?HSET', 'steps', stepField(turn), JSON.stringify(step)],
      ['?HSET', 'record', 'answer', answer ?? ''],
      ...(warnings === undefined ? [] : [['?HSET', 'record', 'warnings', JSON.stringify(warnings)] as const]),
      ...(attempt === 'none' ? [] : [['!HSET', 'turns', attemptField(attempt), spentTwice] as const]),
      ...(told === null ? [] : toldCommands(told)),
    ]);
  }

  async function turns(run: RunRef): Promise<readonly TurnOutput[]> {
    return Object.entries(await hashesOf(run).read('turns'))
      .filter(([field]) => /^\d+$/.test(field))
      .toSorted(([a], [b]) => Number(a) - Number(b))
      .map(([, stored]) => StoredTurn.parse(stored));
  }

  return { saveTurn, turns };
}
