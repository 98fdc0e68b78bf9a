import { objectInText } from '@reveille/tools';
import { z } from 'zod';

import { Plan } from '#contracts/plan.ts';
import type { PlanProposal, PlanProposalInput } from '#contracts/proposal.ts';
import { outboundMethods } from '#domain/outbound-method.ts';
import { faultOfPlanProposal } from '#rules/check-plan-proposal.ts';
import { askTwice } from './ask-twice.ts';
import { dataRule } from './data-markers.ts';
import { dialectText } from './dialect-text.ts';
import { fieldsText } from './fields-text.ts';
import type { LoadedModel } from './loaded-model.ts';
import { foreignTarget } from './plan-targets.ts';
import { createProposalCalls } from './proposal-calls.ts';

/** As every provider's strict mode takes it: no members of any name, no values of any type. */
const answer = z.object({
  needsJudgement: z.boolean(),
  steps: z
    .array(
      z.object({
        when: z.string().max(4_000).nullable(),
        forEach: z.object({ in: z.string().max(4_000), as: z.string().max(40) }).nullable(),
        method: z.enum(outboundMethods),
        url: z.string().max(2_000),
        headers: z.array(z.object({ name: z.string().max(200), value: z.string().max(2_000) })).max(32),
        body: z.string().max(20_000).nullable(),
      }),
    )
    .max(20),
  answer: z.string().max(8_000).nullable(),
});
type Answer = z.infer<typeof answer>;

const shape =
  '{"needsJudgement": boolean, "steps": [{"when": CEL or null, "forEach": {"in": CEL of a list, "as": name} or null, ' +
  `"method": one of ${outboundMethods.join(', ')}, "url": string, "headers": [{"name", "value"}], "body": string or null}], "answer": string or null}`;

const instructions = `You turn the instructions of an owner for each delivery of a webhook into a plan: requests with fields of the delivery filled in. No model reads the delivery when the plan runs.
- needsJudgement is true, and steps is empty, where anything needs a reader: to write, sum up in own words, translate, choose by meaning, wait, or use an answer of a request.
- Do all that the instructions say, in their order, and nothing else. A part that is not certain: needsJudgement.
- Fields stand in {{ }}, in CEL: "https://api.example.com/orders/{{body.order.id}}". In the query and the path of a URL, in texts of the body and in the answer; never in host, method or names of headers.
- body: JSON as text, such as {"id": "{{body.order.id}}"}; a text that is one {{ }} and nothing else keeps the type of its value. {{text}} alone sends the delivery as it came. Null: none.
- Copy addresses and {{secret.name}} letter by letter from the instructions. Set no credentials of your own.
- when: a condition of the step, without ask(). forEach: one request for each item of a list.
- answer: only where the instructions ask for a report or a reply; {{summary()}} is a summary of the delivery.
${dialectText}
${dataRule}`;

/** A plan for instructions, to be confirmed by their owner. Throws ModelFailure as long as nothing is paid. */
export async function proposePlan(loaded: LoadedModel, input: PlanProposalInput): Promise<PlanProposal> {
  const { sender, samples, nonce, signal, answerSchema = null } = input;
  const deliveries = samples.map(({ delivery }) => delivery);
  const calls = createProposalCalls(loaded, signal);
  const question = {
    instructions,
    shape,
    schema: answer,
    prompt: `Instructions:\n${input.instructions}${answerForm(answerSchema)}\n\n${fieldsText(sender, deliveries, nonce)}`,
    maxOutputTokens: 4_000,
    functionId: 'plan-proposal',
    signal,
    parseLoosely: (text: string) => answer.safeParse(objectInText(text)).data ?? null,
  };
  const read = await askTwice(loaded, calls, question, (said): Read => {
    const written = readPlan(said);
    if ('problem' in written || written.plan === null) return written;
    const problem = faultOf(written.plan, input, deliveries);
    return problem === null ? written : { problem };
  });
  const none = { plan: null, ...calls.total() };
  if ('problem' in read) return { ...none, state: 'unreadable', problem: read.problem };
  if (read.plan === null) return { ...none, state: 'judgement', problem: null };
  return { ...none, state: samples.length === 0 ? 'waits' : 'proposed', plan: read.plan, problem: null };
}

const answerForm = (schema: PlanProposalInput['answerSchema']): string =>
  schema == null
    ? ''
    : `\n\nanswer is JSON as text, of this schema; its texts may have {{ }}:\n${JSON.stringify(schema)}`;

type Read = { readonly plan: Plan | null } | { readonly problem: string };

function faultOf(
  plan: Plan,
  input: PlanProposalInput,
  deliveries: Parameters<typeof faultOfPlanProposal>[1],
): string | null {
  const compiled = input.compilePlan(plan);
  if (compiled.state === 'invalid') return `At ${compiled.path}: ${compiled.message}`;
  return foreignTarget(plan, input) ?? faultOfPlanProposal(plan, deliveries);
}

/** The plan of an answer; null where it needs judgement. */
function readPlan({ needsJudgement, steps, answer: reply }: Answer): Read {
  if (needsJudgement) return { plan: null };
  const bodies = steps.map(({ body }) => readBody(body));
  if (bodies.includes(undefined)) return { problem: 'A body is neither JSON nor a text.' };
  const { data, error } = Plan.safeParse({
    steps: steps.map(({ when, forEach, method, url, headers }, index) => ({
      ...(when !== null && { when }),
      ...(forEach !== null && { forEach }),
      request: {
        method,
        url,
        ...(headers.length > 0 && {
          headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
        }),
        ...(bodies[index] !== null && { body: bodies[index] }),
      },
    })),
    answer: reply,
  });
  return error === undefined
    ? { plan: data }
    : { problem: `At ${error.issues[0]?.path.join('.') ?? ''}: ${error.issues[0]?.message ?? ''}` };
}

/** JSON as JSON, another text as a text; undefined for a slip in JSON, which would be sent as a text. */
function readBody(body: string | null): unknown {
  if (body === null || !/^\s*(?:\{(?!\{)|\[)/.test(body)) return body;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
