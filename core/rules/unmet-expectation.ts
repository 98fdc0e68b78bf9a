import type { Expectation } from '#contracts/expectation.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { conditionDialect } from './condition.ts';
import { judgeCondition } from './judge-condition.ts';

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  /** Null where no answer came. */
  readonly status: number | null;
}

/** The first request that a run must have sent and did not, as a reason; null if all happened. */
export function unmetExpectation(
  expects: readonly Expectation[],
  delivery: TurnDelivery,
  sent: readonly SentRequest[],
): string | null {
  const unmet = expects.find(
    (expected) => isExpected(expected, delivery) && !sent.some((request) => isMetBy(expected, request)),
  );
  if (unmet === undefined) return null;
  const { method, host, path = '', status } = unmet;
  return `expects: ${method} ${host}${path} was not answered with ${status ?? '2xx'}.`;
}

const isExpected = ({ when }: Expectation, delivery: TurnDelivery): boolean =>
  when === undefined ||
  judgeCondition({ dialect: conditionDialect, text: when }, delivery).verdict !== 'skip';

function isMetBy({ method, host, path, status }: Expectation, request: SentRequest): boolean {
  const url = new URL(request.url);
  const isStatus =
    status === undefined
      ? request.status !== null && request.status >= 200 && request.status < 300
      : request.status === status;
  return (
    request.method === method &&
    url.host === host &&
    (path === undefined || url.pathname === path) &&
    isStatus
  );
}
