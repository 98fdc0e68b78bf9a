import { objectInText } from '@reveille/tools';
import { z } from 'zod';

import type { ConditionProposalInput } from '#contracts/proposal.ts';
import { faultOfProposal } from '#rules/check-proposal.ts';
import { askTwice } from './ask-twice.ts';
import { dataRule } from './data-markers.ts';
import { dialectText } from './dialect-text.ts';
import { fieldsText } from './fields-text.ts';
import type { LoadedModel } from './loaded-model.ts';
import type { ProposalCalls } from './proposal-calls.ts';
import { writtenExpression } from './written-expression.ts';

const answer = z.object({ condition: z.string().min(1).max(8_000) });
const shape = '{"condition": "the expression"}';

const instructions = `You translate the filter of an owner into one expression in CEL, the Common Expression Language. It says which deliveries of a webhook the owner wants.
- It is true for the deliveries that are wanted. "Ignore …" and "skip …" turn it round.
- Say all that the filter says, and nothing else. Never leave out a part.
${dialectText}
${dataRule}`;

/** A condition that compiles and names only what the samples have. Asked once more with the reason where the first is not one. */
export async function writeCondition(
  loaded: LoadedModel,
  { english, sender, samples, nonce, signal }: ConditionProposalInput,
  calls: ProposalCalls,
): Promise<{ readonly condition: string } | { readonly problem: string }> {
  const deliveries = samples.map(({ delivery }) => delivery);
  const question = {
    instructions,
    shape,
    schema: answer,
    prompt: `Filter: ${english}\n\n${fieldsText(sender, deliveries, nonce)}`,
    maxOutputTokens: 2_000,
    functionId: 'condition-proposal',
    signal,
    parseLoosely,
  };
  return await askTwice(loaded, calls, question, (said) => {
    const condition = writtenExpression(said.condition);
    const problem = faultOfProposal(condition, deliveries);
    return problem === null ? { condition } : { problem, answer: condition };
  });
}

const parseLoosely = (text: string): z.infer<typeof answer> | null =>
  answer.safeParse(objectInText(text)).data ?? answer.safeParse({ condition: text }).data ?? null;
