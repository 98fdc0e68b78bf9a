import { operationNameOf } from '#apis/names.ts';
import { isRequestOf, plannedCall } from '#apis/planned-call.ts';
import type { OfferedOperation } from '#contracts/api.ts';
import { type GivenPlan, Plan, type PlanStep } from '#contracts/plan.ts';
import type { AgentScope } from '#contracts/policy.ts';
import { canonicalJson } from '#domain/canonical-json.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { Apis } from '#store/api/apis.ts';

export interface ConcretePlanDeps {
  readonly apis: Pick<Apis, 'offered'>;
}

/**
 * The plan with the request that each of its operations comes to now: a later change of the document changes no plan. `present`:
 * the plan until now, whose requests stay as they are. Throws INVALID_PLAN.
 */
export async function concretePlan<Given extends GivenPlan | null | undefined>(
  { apis }: ConcretePlanDeps,
  scope: AgentScope,
  given: Given,
  present: Plan | null,
): Promise<Plan | Exclude<Given, GivenPlan>> {
  if (given == null) return given as Exclude<Given, GivenPlan>;
  const known = new Set(present?.steps.map(({ request }) => canonicalJson(request)));
  const isNamed = given.steps.some(({ request }) => request.operation !== undefined);
  const offered = isNamed ? await apis.offered(scope) : [];
  const steps = given.steps.map((step, index) => ({
    ...step,
    request: requestOf(step.request, { offered, known, path: `steps[${index}].request` }),
  }));
  const { data, error } = Plan.safeParse({ ...given, steps });
  return data ?? refuse('steps', error?.issues[0]?.message ?? 'It is too large.', 'a smaller plan');
}

interface Reading {
  readonly offered: readonly OfferedOperation[];
  readonly known: ReadonlySet<string>;
  readonly path: string;
}

function requestOf(
  request: GivenPlan['steps'][number]['request'],
  { offered, known, path }: Reading,
): PlanStep['request'] {
  if (!('arguments' in request)) {
    if (request.operation === undefined || known.has(canonicalJson(request))) return request;
    // Approvals go by the effect of an operation, which no plan says by itself.
    const { name, effect } = request.operation;
    const written = offered.find((one) => operationNameOf(one) === name);
    return written?.operation.effect === effect && isRequestOf(written, request)
      ? request
      : refuse(
          path,
          'The request is not that of its operation.',
          'the name of the operation and its arguments',
        );
  }
  const operation = offered.find((one) => operationNameOf(one) === request.operation);
  if (operation === undefined)
    return refuse(
      path,
      'The agent has no operation of this name.',
      'a chosen operation, such as shop.orders-get',
    );
  const call = plannedCall(operation, request.arguments);
  return call.kind === 'invalid'
    ? refuse(`${path}.arguments`, call.message, 'the arguments of the operation')
    : call.request;
}

function refuse(path: string, message: string, expected: string): never {
  throw new DomainError('INVALID_PLAN', `plan.${path}: ${message} Expected: ${expected}.`, {
    field: `plan.${path}`,
    members: { path, line: 1, column: 1, expected },
  });
}
