import { describe, expect, it } from 'vitest';

import { describeSentences } from '#rules/describe-sentences.ts';

const x = 'https://api.example.com/x';
const doesOf = (instructions: string) =>
  describeSentences(instructions, ['X-API-Key']).map(({ does }) => does);

describe('what the sentences of instructions are said to do', () => {
  it.each<[string, readonly (string | null)[]]>([
    [
      `If status is paid, POST ${x}/orders with the order id and total.`,
      [`Sends POST to ${x}/orders with members order_id and total, when status is "paid".`],
    ],
    [
      `PATCH ${x}/{{order.id}} with {"a": 1, "b": [{{c}}]} and header X-Source: me.`,
      [`Sends PATCH to ${x}/{{order.id}} with members a and b, and header X-Source.`],
    ],
    [`GET ${x}?q={{name}} with limit=5.`, [`Sends GET to ${x} with parameters q and limit.`]],
    [`POST ${x} with id and name as form data.`, [`Sends POST to ${x} with form fields id and name.`]],
    [`Forward the payload to ${x}.`, [`Sends POST to ${x} with the delivery as it came.`]],
    [`POST ${x} with "Hello {{name}}".`, [`Sends POST to ${x} with the text "Hello {{name}}".`]],
    [`DELETE ${x}/{{id}} using the X-API-Key header.`, [`Sends DELETE to ${x}/{{id}}.`]],
    [`POST ${x} with id, then reply "ok".`, [`Sends POST to ${x} with member id, then answers "ok".`]],
    ['Report the status and the number of items.', ['Reports status and number of items.']],
    ['Summarise the delivery.', ['Summarises the delivery.']],
    [
      `When a new order arrives, POST ${x} with the order id.`,
      [`Sends POST to ${x} with member order_id, when a new order arrives.`],
    ],
    [
      `For each line item, POST ${x}/{{sku | lower}} with quantity.`,
      [`For each line item sends POST to ${x}/{{sku | lower}} with member quantity.`],
    ],
    [
      `POST ${x} with id and reply "ok" if status is paid.`,
      [
        `Sends POST to ${x} with member id; certain only when status is "paid"; answers "ok", when status is "paid".`,
      ],
    ],
    ['Only act if status is paid. Reply "x".', ['Does nothing unless status is "paid".', 'Answers "x".']],
    [
      'If status is paid, reply "a". Otherwise do nothing.',
      ['Answers "a", when status is "paid".', 'Does nothing, when status is anything but "paid".'],
    ],
    ['Steps:\n1. Reply "a"\n2. Be kind', ['Introduces what follows.', 'Answers "a".', null]],
  ])('%s', (instructions, expected) => expect(doesOf(instructions)).toEqual(expected));

  it('names each sentence as written, and which of them need a model', () => {
    expect(describeSentences('Reply "a". Be kind to them.', [])).toEqual([
      { text: 'Reply "a"', does: 'Answers "a".', needsModel: false },
      { text: 'Be kind to them', does: null, needsModel: true },
    ]);
  });

  it.each(['', ' \n', 'x'.repeat(5_000)])('says nothing of a text that is empty or too long', (text) =>
    expect(describeSentences(text, [])).toEqual([]),
  );
});
