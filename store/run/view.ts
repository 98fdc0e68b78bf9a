import { Step } from '../../capabilities/step.ts';
import { json } from '../records/fields.ts';

const StoredStep = json(Step);

interface Times {
  readonly receivedAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
}

const iso = (timeMs: number) => new Date(timeMs).toISOString();

/** The times of a run as its owner reads them. */
export function timesOf({ receivedAt, startedAt, finishedAt }: Times) {
  return {
    receivedAt: iso(receivedAt),
    startedAt: startedAt === null ? null : iso(startedAt),
    finishedAt: finishedAt === null ? null : iso(finishedAt),
    durationMs: finishedAt === null ? null : finishedAt - receivedAt,
  };
}

/** The steps of a run in their order, of a hash whose fields sort as text. */
export function stepsOf(fields: Readonly<Record<string, string>>): Step[] {
  return Object.entries(fields)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, stored]) => StoredStep.parse(stored));
}
