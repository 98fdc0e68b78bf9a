import type { ChatMessage, DeliveryRecord } from '#capabilities/records.ts';
import { Cost } from '#contracts/run.ts';
import type { FuzzModelLog } from './model.ts';

/** The faults of a run's ending, by the last answer of its model and by the requests in its record. */
export function faultsOfEnding(
  record: DeliveryRecord | ChatMessage,
  { last, hasOddUsage }: FuzzModelLog,
): readonly (readonly [boolean, string])[] {
  const isChat = 'reply' in record;
  const answer = isChat ? record.reply : record.answer;
  const requests = record.steps.filter((step) => step.kind === 'request');
  const wasSent = requests.some(({ outcome }) => outcome === 'answered' || outcome === 'unknown');
  const write = requests.findLast(({ method }) => method !== 'GET');
  const hasFailed = write !== undefined && (write.outcome !== 'answered' || (write.status ?? 0) >= 400);
  const hasSucceeded = record.outcome === 'succeeded';
  const maySucceed = last?.maySucceed === 'always' || (isChat && last?.maySucceed === 'in-a-chat');
  return [
    [wasSent && !answer, 'a run with an effect has no answer'],
    [hasSucceeded && !maySucceed, `succeeded with ${JSON.stringify(last?.content)} (${last?.finishReason})`],
    [hasSucceeded && !answer, 'succeeded without an answer'],
    [
      hasSucceeded && hasFailed && last?.namesFailure === false,
      'succeeded after a request that failed, and did not say so',
    ],
    [record.outcome === 'failed' && !record.reason, 'failed without a reason'],
    [hasOddUsage && record.cost.money.state !== 'unknown', `odd usage costs ${record.cost.money.state}`],
    [!Cost.safeParse(record.cost).success, `a cost of ${JSON.stringify(record.cost)}`],
    [
      // A model that gave no answer so far has none.
      record.steps.some(
        (step) => step.kind === 'model' && step.finishReason === null && !step.tries.at(-1)?.error,
      ),
      'a turn without a finish reason',
    ],
  ];
}
