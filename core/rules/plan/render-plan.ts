import type { TurnDelivery } from '#contracts/turn.ts';
import { type Evaluation, startEvaluation } from '../cel/evaluation.ts';
import { shownPath } from '../cel/explain.ts';
import { aKind, isValueList, type Value } from '../cel/value.ts';
import { inputOf } from '../judge-condition.ts';
import type { CompiledPlan, CompiledStep } from './compile-plan.ts';
import { at, evidenceOf, fillText, isTrue, Unfilled, valueOf } from './fill.ts';
import type { CompiledText } from './read-answer.ts';
import { type PlannedRequest, renderJson, renderRequest } from './render-request.ts';

/** A step whose condition did not hold, or whose list was empty. */
interface LeftOut {
  readonly step: string;
  readonly evidence: string;
}

/** All that is done about one delivery. */
export interface RenderedPlan {
  readonly state: 'rendered';
  readonly requests: readonly PlannedRequest[];
  readonly leftOut: readonly LeftOut[];
  readonly answer: string | null;
}

export type RenderPlan =
  | RenderedPlan
  | {
      readonly state: 'unknown';
      readonly problem: string;
      /** Members that the delivery lacks, where that is why. */
      readonly missing: readonly string[];
    };

/** A request that is to be made, of the step of that number. */
interface Job {
  readonly step: CompiledStep;
  readonly number: number;
  readonly item: Value;
}

/** Fills all of a plan from a delivery, or nothing of it. Never throws. */
export function renderPlan(
  plan: CompiledPlan,
  { delivery, maxRequests }: { readonly delivery: TurnDelivery; readonly maxRequests: number },
): RenderPlan {
  const run = startEvaluation(plan.slots, inputOf(delivery), {}, true);
  try {
    const chosen = plan.steps.map((step, index) => choose(step, index + 1, run));
    const jobs = chosen.flatMap(({ jobs }) => jobs);
    if (jobs.length > maxRequests)
      return unknown(`the instructions ask for ${jobs.length} requests and the run may send ${maxRequests}`);
    const requests = jobs.map(({ step, number, item }) => {
      run.frame[0] = item;
      return renderRequest(step.request, { run }, number);
    });
    const said = plan.answer.flatMap((text) => say(text, run));
    return {
      state: 'rendered',
      requests,
      leftOut: chosen.flatMap(({ leftOut }) => leftOut ?? []),
      answer: said.length === 0 ? null : said.join('\n'),
    };
  } catch (error) {
    if (error instanceof Unfilled) return unknown(error.message, error.missing);
    throw error;
  }
}

const unknown = (problem: string, missing: readonly string[] = []): RenderPlan => ({
  state: 'unknown',
  problem,
  missing,
});

/** The text, if its condition is true. */
function say({ when, ...part }: CompiledText, run: Evaluation): readonly string[] {
  if (when !== null && !at('the condition of the answer is unknown', () => isTrue(when, run))) return [];
  const rendering = { run, secrets: [] };
  return [
    at('the answer cannot be filled', () =>
      'json' in part ? JSON.stringify(renderJson(part.json, rendering)) : fillText(part.text, rendering),
    ),
  ];
}

/** The requests of a step, and why there are not more. */
function choose(
  step: CompiledStep,
  number: number,
  run: Evaluation,
): { readonly jobs: readonly Job[]; readonly leftOut: LeftOut | null } {
  const items = at(`the list of step ${number} is unknown`, () => itemsOf(step, run));
  const { when } = step;
  const jobs: Job[] = [];
  let evidence = items.length === 0 ? 'the list is empty' : null;
  for (const item of items) {
    run.frame[0] = item;
    if (when === null || at(`the condition of step ${number} is unknown`, () => isTrue(when, run)))
      jobs.push({ step, number, item });
    else evidence ??= evidenceOf(when, run);
  }
  const count = items.length - jobs.length;
  const some = jobs.length === 0 ? '' : `${count} of ${items.length}: `;
  return { jobs, leftOut: evidence === null ? null : { step: step.description, evidence: some + evidence } };
}

/** Without a list a step is done once. */
function itemsOf({ list }: CompiledStep, run: Evaluation): readonly Value[] {
  if (list === null) return [null];
  const items = valueOf(list, run);
  if (isValueList(items)) return items;
  throw new Unfilled(`${shownPath(list)} is ${aKind(items)}, not a list`);
}
