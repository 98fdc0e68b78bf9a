import type { DoorAnswer } from '#intake/door.ts';
import type { Metrics } from '#platform/metrics/create-metrics.ts';
import { asRefusal } from '../../errors/as-refusal.ts';

interface Taken<T> {
  readonly answer: DoorAnswer;
  readonly response: T;
}

/** Counts what a delivery is answered: what was taken by its receipt, what was not by its code. */
export async function countAnswers<T>(
  { deliveries }: Pick<Metrics<'api'>, 'deliveries'>,
  take: () => Promise<Taken<T>>,
): Promise<T> {
  try {
    const { answer, response } = await take();
    deliveries.inc(labelsOf(answer));
    return response;
  } catch (error) {
    deliveries.inc({ answer: 'refused', reason: asRefusal(error)?.code ?? 'INTERNAL_ERROR' });
    throw error;
  }
}

function labelsOf(answer: DoorAnswer) {
  if (answer.status !== 'received') return { answer: answer.status, reason: '' };
  const { receipt } = answer;
  return { answer: receipt.status, reason: receipt.status === 'skipped' ? receipt.reason : '' };
}
