import type { AnswerSchema } from '#contracts/answer-schema.ts';
import type { Plan, PlanStep } from '#contracts/plan.ts';
import type { Expression, Local } from '../cel/expression.ts';
import type { Fault } from '../cel/fault.ts';
import { parse } from '../cel/parse.ts';
import { isVariable } from '../cel/read-expression.ts';
import { describeStep } from './describe-step.ts';
import { type CompiledText, readAnswer } from './read-answer.ts';
import { readRequest, type RequestTemplate } from './read-request.ts';
import { InvalidPlan, type Place, readPart, refuse } from './template.ts';

export interface CompiledStep {
  readonly description: string;
  /** A list, whose items are in the first slot. */
  readonly list: Expression | null;
  readonly when: Expression | null;
  readonly request: RequestTemplate;
}

/** A plan whose expressions are read and whose names all exist. */
export interface CompiledPlan {
  readonly steps: readonly CompiledStep[];
  /** Said one a line, each where its condition is true. */
  readonly answer: readonly CompiledText[];
  readonly slots: number;
}

export type CompilePlan =
  | { readonly state: 'compiled'; readonly plan: CompiledPlan }
  /** `path`: the place in the plan, such as `steps[0].request.url`. */
  | ({ readonly state: 'invalid'; readonly path: string } & Fault);

/** `answerSchema`: that of the automation, which the answer must be JSON of. */
export function compilePlan({ steps, answer }: Plan, answerSchema: AnswerSchema | null = null): CompilePlan {
  const slots = { most: 0 };
  try {
    const read = steps.map((step, at) => readStep({ path: `steps[${at}]`, scope: new Map(), slots }, step));
    return {
      state: 'compiled',
      plan: { steps: read, answer: readAnswer(slots, answer, answerSchema), slots: slots.most },
    };
  } catch (error) {
    if (error instanceof InvalidPlan) return { state: 'invalid', ...error.fault };
    throw error;
  }
}

function readStep(place: Place, step: PlanStep): CompiledStep {
  const inside = (path: string): Place => ({ ...place, path: `${place.path}.${path}` });
  const { when, forEach, request } = step;
  const list = forEach === undefined ? null : readPart(inside('forEach.in'), forEach.in);
  const scope = new Map<string, Local>();
  if (list !== null && forEach !== undefined) {
    checkName(inside('forEach.as'), forEach.as);
    scope.set(forEach.as, { kind: 'local', name: forEach.as, slot: 0, of: list });
  }
  return {
    description: describeStep(step),
    list,
    when: when === undefined ? null : readPart({ ...inside('when'), scope }, when),
    request: readRequest({ ...inside('request'), scope }, request),
  };
}

function checkName(place: Place, name: string): void {
  const parsed = parse(name);
  const isName = 'tree' in parsed && parsed.tree.op === 'id';
  if (!isName || isVariable(name) || name === 'secret')
    refuse(place, name, 'This name means something else.', 'another name, such as item');
}
