import { objectInText } from '@reveille/tools';
import { z } from 'zod';

import type { ConditionProposalInput } from '#contracts/proposal.ts';
import type { FilterPart } from '#rules/untested-part.ts';
import { askForObject } from './ask-for-object.ts';
import { dataRule } from './data-markers.ts';
import { fieldsText } from './fields-text.ts';
import type { LoadedModel } from './loaded-model.ts';

const answer = z.object({
  parts: z
    .array(
      z.object({
        part: z.string().max(300),
        is: z.enum(['value', 'there', 'judgement']),
        places: z.array(z.string().max(300)).max(8),
      }),
    )
    .max(24),
});
const shape =
  '{"parts": [{"part": "words of the filter", "is": "value" or "there" or "judgement", "places": [fields of the list]}]}';

const instructions = `You list the tests in a filter of an owner, which says which deliveries of a webhook are wanted: each test once, and all of them.
- A test is one thing that the filter says about a delivery: the kind of event, a state, a limit. A range has two tests. Values of one field with "or" are one test.
- places: the fields of the list that decide the test, spelled as in the list; "event" is the kind of event.
- is: "there" where the test is only whether a field is there or empty; "judgement" where a reader has to judge a text, such as its tone or topic; else "value".
${dataRule}`;

/** The tests that a filter asks for, listed without a look at any condition. */
export async function listParts(
  loaded: LoadedModel,
  { english, sender, samples, nonce, signal }: ConditionProposalInput,
) {
  const deliveries = samples.map(({ delivery }) => delivery);
  const { object, usage } = await askForObject(loaded, {
    instructions,
    shape,
    schema: answer,
    prompt: `Filter: ${english}\n\n${fieldsText(sender, deliveries, nonce)}`,
    maxOutputTokens: 2_000,
    functionId: 'filter-parts',
    signal,
    parseLoosely: (text) => answer.safeParse(objectInText(text)).data ?? null,
  });
  return { parts: object.parts satisfies readonly FilterPart[], usage };
}
