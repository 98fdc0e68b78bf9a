import { Step } from '#capabilities/step.ts';
import { json } from '../records/fields.ts';

const StoredStep = json(Step);

interface Times {
  readonly receivedAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
}

const iso = (timeMs: number) => new Date(timeMs).toISOString();

export function timesOf({ receivedAt, startedAt, finishedAt }: Times) {
  return {
    receivedAt: iso(receivedAt),
    startedAt: isoOrNull(startedAt),
    finishedAt: isoOrNull(finishedAt),
    durationMs: finishedAt === null ? null : finishedAt - receivedAt,
  };
}

export const isoOrNull = (timeMs: number | null) => (timeMs === null ? null : iso(timeMs));

/** The steps of a run in their order, of a hash whose fields sort as text; those that cannot be read are named. */
export function stepsOf(fields: Readonly<Record<string, string>>): {
  readonly steps: readonly Step[];
  readonly damaged: readonly string[];
} {
  const read = Object.entries(fields)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, stored]) => ({ name, step: StoredStep.safeParse(stored) }));
  return {
    steps: read.flatMap(({ step }) => (step.success ? [step.data] : [])),
    damaged: read.flatMap(({ name, step }) => (step.success ? [] : [`step ${name}`])),
  };
}
