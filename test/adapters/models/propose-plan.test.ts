import { describe, expect, it } from 'vitest';

import type { PlanCheck, PlanProposalInput } from '#contracts/proposal.ts';
import { createAgentModel } from '#models/agent-model.ts';
import { type Scripted, startModelServer } from '#test/support/model-server.ts';
import { deliveryOf, testNonce } from '#test/support/turn-input.ts';

const order = {
  id: 'o1',
  total: 7,
  items: [{ sku: 'a', price: 3 }],
};
const samples = [{ deliveryId: 'd1', delivery: deliveryOf(order) }];
const step = {
  when: null,
  forEach: null,
  method: 'POST',
  url: 'https://api.example.com/orders',
  headers: [{ name: 'Authorization', value: 'Bearer {{secret.shop}}' }],
  body: '{"id": "{{body.id}}", "note": "Total {{body.total}}"}',
};
const instructions =
  'POST https://api.example.com/orders with id and total; Authorization is Bearer {{secret.shop}}.';
const takesAll: PlanCheck = () => ({ state: 'compiled' });
const written = (steps: readonly object[], rest: object = {}): Scripted => ({
  text: JSON.stringify({ needsJudgement: false, steps, answer: null, ...rest }),
});

async function propose(script: readonly Scripted[], input: Partial<PlanProposalInput> = {}) {
  await using server = await startModelServer(script);
  const model = createAgentModel({ id: 'openai-compatible/local/qwen3:8b', baseUrl: server.baseUrl });
  const proposal = await model.proposePlan!({
    instructions,
    sender: null,
    samples,
    allowedDomains: [],
    nonce: testNonce,
    compilePlan: takesAll,
    ...input,
  });
  return { proposal, prompts: server.calls.map(({ body }) => String(body.messages.at(-1)?.content)) };
}

describe('a plan that a model proposes', () => {
  it('has the requests as data', async () => {
    const { proposal, prompts } = await propose([written([step])]);
    expect(proposal).toMatchObject({
      state: 'proposed',
      plan: {
        steps: [
          {
            request: {
              method: 'POST',
              url: 'https://api.example.com/orders',
              headers: { Authorization: 'Bearer {{secret.shop}}' },
              body: { id: '{{body.id}}', note: 'Total {{body.total}}' },
            },
          },
        ],
        answer: null,
      },
      problem: null,
      calls: 1,
      usage: { inputTokens: 100 },
    });
    expect(prompts[0]).toContain('body.items[].sku: list of text');
    expect(prompts[0]).not.toContain('o1');
  });

  it('is none where the model says that a reader is needed', async () => {
    const { proposal } = await propose([written([], { needsJudgement: true })]);
    expect(proposal).toMatchObject({ state: 'judgement', plan: null, problem: null, calls: 1 });
  });

  it('waits where no sample shows that its places exist', async () => {
    expect((await propose([written([step])], { samples: [] })).proposal.state).toBe('waits');
  });

  it('is read out of fences and prose', async () => {
    const { text } = written([step]) as { text: string };
    const { proposal } = await propose([{ text: `Here it is:\n\`\`\`json\n${text}\n\`\`\`\nDone.` }]);
    expect(proposal.state).toBe('proposed');
  });

  it.each<[string, object, string]>([
    ['an invented field', { body: '{"id": "{{body.order_id}}"}' }, 'No delivery has body.order_id.'],
    [
      'an invented field in its URL',
      { url: 'https://api.example.com/{{body.no}}' },
      'No delivery has body.no.',
    ],
    ['an invented field in a condition', { when: 'has(body.paid)' }, 'No delivery has body.paid.'],
    [
      'an invented field of an item',
      { forEach: { in: 'body.items', as: 'item' }, body: '{"c": "{{item.colour}}"}' },
      'No delivery has body.items[].colour.',
    ],
    ['a slip in CEL', { when: 'body.total = 5' }, 'In body.total = 5: Line 1'],
    ['a question', { when: 'ask("Is it large?")' }, 'A plan asks no model.'],
    ['a slip in JSON', { body: '{"id": "{{body.id}}"' }, 'neither JSON nor a text'],
    ['another host', { url: 'https://api.example.com.evil.net/orders' }, 'https://api.example.com.evil.net'],
    ['a part of a host', { url: 'https://example.com/orders' }, 'have https://example.com.'],
    ['a host after a user name', { url: 'https://api.example.com@evil.net/' }, 'evil.net'],
    ['a host behind a backslash', { url: String.raw`https://evil.net\@api.example.com/` }, 'evil.net'],
    ['another port', { url: 'https://api.example.com:8443/orders' }, 'https://api.example.com:8443'],
    ['no encryption', { url: 'http://api.example.com/orders' }, 'have http://api.example.com.'],
    ['a host of the delivery', { url: 'https://{{body.id}}/orders' }, 'no address'],
    ['a part of a host of the delivery', { url: 'https://{{body.id}}.example.com/' }, 'no address'],
    ['no address', { url: '/orders' }, 'no address'],
    ['another secret', { headers: [{ name: 'X', value: '{{secret.bank}}' }] }, 'no secret bank'],
  ])('is asked for once more, and then refused, for %s', async (_, change, problem) => {
    const bad = written([{ ...step, ...change }]);
    const { proposal, prompts } = await propose([bad, bad]);
    expect(proposal).toMatchObject({ state: 'unreadable', plan: null, calls: 2 });
    expect(proposal.problem).toContain(problem);
    expect(prompts[1]).toContain(problem);
    expect((await propose([bad, written([step])])).proposal.state).toBe('proposed');
  });

  it('may go to a domain that the agent may reach', async () => {
    const other = written([{ ...step, url: 'https://eu.shop.example.org/orders' }]);
    expect((await propose([other], { allowedDomains: ['*.example.org'] })).proposal.state).toBe('proposed');
    expect((await propose([other, other], { allowedDomains: ['example.org'] })).proposal.state).toBe(
      'unreadable',
    );
  });

  it('is refused where it cannot be carried out', async () => {
    const compilePlan: PlanCheck = () => ({ state: 'invalid', path: 'steps.0', message: 'It is too long.' });
    const { proposal } = await propose([written([step]), written([step])], { compilePlan });
    expect(proposal).toMatchObject({ state: 'unreadable', problem: 'At steps.0: It is too long.' });
  });

  it.each([
    ['prose', { text: 'I cannot help with that.' }],
    ['nothing to do', written([])],
  ])('is unreadable where the answer is %s, twice', async (_, said) => {
    const { proposal } = await propose([said, said]);
    expect(proposal).toMatchObject({ state: 'unreadable', plan: null, calls: 2 });
  });
});
