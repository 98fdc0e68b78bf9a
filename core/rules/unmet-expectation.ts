import type { Expectation } from '#contracts/expectation.ts';
import type { Plan, StoredPlan } from '#contracts/plan.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { conditionDialect } from './condition.ts';
import { isForRules } from './decide.ts';
import { judgeCondition } from './judge-condition.ts';

/** A request that was answered. */
export interface AnsweredRequest {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** It did not fail, or its target has it so already. */
  readonly isDone: boolean;
}

/** The part of a revision that says what its runs must have sent. */
export interface Expecting {
  /** Those of the owner; they replace those of the plan. */
  readonly expects: readonly Expectation[];
  readonly plan: StoredPlan | null;
}

/** The first request that a run must have sent and did not, as a reason; null if all happened. */
export function unmetExpectation(
  expecting: Expecting,
  delivery: TurnDelivery,
  answered: readonly AnsweredRequest[],
): string | null {
  const isMissing = (expected: Expectation) =>
    isExpected(expected, delivery) && !answered.some((request) => isMetBy(expected, request));
  const isNotDone = (expected: Expectation) =>
    !answered.some((request) => request.isDone && isSame(expected, request));
  const unmet = expecting.expects.find(isMissing) ?? expectedByPlan(expecting).find(isNotDone);
  if (unmet === undefined) return null;
  const { method, host, path = '', status } = unmet;
  return `expects: ${method} ${host}${path} was not answered with ${status ?? '2xx'}.`;
}

/** The status that an owner expects of a request; null where any good one will do, or none is expected. */
export const expectedStatus = (
  expects: readonly Expectation[],
  request: { readonly method: string; readonly url: string },
): number | null => expects.find((expected) => isSame(expected, request))?.status ?? null;

/**
 * The requests that every run of the plan sends, where the owner wrote none: without a condition, and not for each item of a
 * list. A plan of a model counts once its owner confirmed it.
 */
export const expectedByPlan = ({ expects, plan }: Expecting): readonly Expectation[] =>
  expects.length === 0 && isForRules(plan) ? alwaysSent(plan.plan) : [];

const alwaysSent = ({ steps }: Plan): readonly Expectation[] =>
  steps.flatMap(({ when, forEach, request: { method, url } }) => {
    const address = URL.parse(url.replaceAll(/\{\{[^]*?\}\}/g, 'x'));
    if (when !== undefined || forEach !== undefined || address === null) return [];
    const isLiteral = !/^[^?#]*\{\{/.test(url);
    return [{ method, host: address.host, ...(isLiteral && { path: address.pathname }) }];
  });

const isExpected = ({ when }: Expectation, delivery: TurnDelivery): boolean =>
  when === undefined ||
  judgeCondition({ dialect: conditionDialect, text: when }, delivery).verdict !== 'skip';

const isMetBy = (expected: Expectation, answered: AnsweredRequest): boolean =>
  isSame(expected, answered) &&
  (expected.status === undefined
    ? answered.status >= 200 && answered.status < 300
    : answered.status === expected.status);

function isSame(
  { method, host, path }: Expectation,
  answered: Pick<AnsweredRequest, 'method' | 'url'>,
): boolean {
  const url = new URL(answered.url);
  return (
    answered.method === method &&
    url.host === host &&
    (path === undefined || withoutSlash(url.pathname) === withoutSlash(path))
  );
}

/** A slash at the end of a path makes no other request of it. */
const withoutSlash = (path: string): string => path.replace(/\/$/, '');
