import { describe, expect, it } from 'vitest';

import type { TurnDelivery } from '#contracts/turn.ts';
import { deliveryOf } from '#test/support/turn-input.ts';
import { asJson, proposeByScript, type Script } from './scripted-proposer.ts';

const sample = (deliveryId: string, body: unknown, details: Partial<TurnDelivery> = {}) => ({
  deliveryId,
  delivery: deliveryOf(body, { eventId: deliveryId, ...details }),
});
const orders = [
  sample('paid', { status: 'paid', total: 250, note: 'My number is 7788', items: [{ sku: 'a' }] }),
  sample('small', { status: 'paid', total: 20, note: 'Ring twice', items: [] }),
  sample('open', { status: 'open', total: 900, note: 'No haste', items: [] }),
];
const english = 'Only paid orders over 100';
const right = 'body.status == "paid" && body.total > 100';
const isRight = (id: string) => id === 'paid';
const parts: Script['parts'] = [
  { part: 'paid', is: 'value', places: ['body.status'] },
  { part: 'over 100', is: 'value', places: ['body.total'] },
];
const propose = (script: Partial<Script> & Pick<Script, 'written'>, samples = orders) =>
  proposeByScript({ parts, ...script }, { english, samples });

describe('a condition that a model proposes', () => {
  it('holds where the model judges the samples as the condition does', async () => {
    const { proposal, prompts } = await propose({ written: [asJson(right)], judged: isRight });
    expect(proposal).toEqual({
      state: 'holds',
      condition: right,
      problem: null,
      calls: 5,
      usage: expect.objectContaining({ inputTokens: 500, outputTokens: 100, isReported: true }),
      cost: expect.objectContaining({ state: 'unknown' }),
    });
    expect(prompts[0]).toContain('body.status: text, seen: ');
    expect(prompts[0]).not.toMatch(/7788|Ring|haste/);
    expect(prompts.filter((prompt) => prompt.includes(`Condition: ${english}`))).toHaveLength(3);
  });

  it.each([
    ['JSON in a fence', `\`\`\`json\n${asJson(right)}\n\`\`\``],
    ['JSON in prose', `Here it is: ${asJson(right)} I hope that it helps.`],
    ['a fence', `Here it is:\n\`\`\`cel\n${right}\n\`\`\`\nIt tests "paid" && the total.`],
    ['a fence in JSON', asJson(`\`\`\`cel\n${right}\n\`\`\``)],
    ['a code span', `The condition is \`${right}\`, as you asked.`],
    ['prose', `Sure, this is the condition:\n\n${right}\n\nIt is true for large orders that are paid.`],
    ['nothing', right],
  ])('is taken out of %s', async (_, written) => {
    const { proposal } = await propose({ written: [written], judged: isRight });
    expect(proposal).toMatchObject({ state: 'holds', condition: right, calls: 5 });
  });

  it.each([
    ['two fences', `\`\`\`\nbody.status == "paid"\n\`\`\`\nand\n\`\`\`\nbody.total > 100\n\`\`\``],
    ['two code spans', 'It is `body.status == "paid"` together with `body.total > 100`.'],
    ['two paragraphs', 'body.status == "paid"\n\n&& body.total > 100 &&'],
    ['a refusal', 'I cannot help with that.'],
    ['nothing', ''],
    ['another language', asJson('order.status === "paid"')],
    ['a constant', asJson('1 == 1')],
  ])('is unreadable where the answer is %s, twice', async (_, written) => {
    const { proposal } = await propose({ written: [written, written] });
    expect(proposal).toMatchObject({ state: 'unreadable', condition: null, calls: 2 });
    expect(proposal.problem).not.toBeNull();
  });

  it('is asked for once more where it does not compile, with the place and what is expected', async () => {
    const slip = 'body.status = "paid"';
    const { proposal, prompts } = await propose({ written: [asJson(slip), asJson(right)], judged: isRight });
    expect(proposal).toMatchObject({ state: 'holds', condition: right, calls: 6 });
    expect(prompts[1]).toContain(
      'Line 1, column 13: One \\\\\\"=\\\\\\" alone is no operator. Expected: ==.'.replaceAll('\\\\', ''),
    );
  });

  it.each([
    ['body.paid == true', 'body.paid'],
    ['has(body.paid) && body.paid', 'body.paid'],
    ['"paid" in body && body.total > 100', 'body.paid'],
    ['body.items.exists(i, i.colour == "red")', 'body.items[].colour'],
    ['body.items.map(i, i.colour)[0] == "red"', 'body.items[].colour'],
    ['body.total > 100 || event == "order"', 'event'],
    ['headers["x-shop"] == "a" || body.total > 100', 'headers["x-shop"]'],
    ['field("payment method") == "card"', 'field("payment method")'],
  ])('is asked for once more where a place is invented, and then refused: %s', async (invented, place) => {
    const { proposal, prompts } = await propose({ written: [asJson(invented), asJson(invented)] });
    expect(proposal).toMatchObject({
      state: 'unreadable',
      condition: null,
      problem: `No delivery has ${place}.`,
      calls: 2,
    });
    expect(JSON.parse(prompts[1]!).messages.at(-1).content).toContain(`No delivery has ${place}.`);
  });

  it('differs where the model judges a sample otherwise, and names it', async () => {
    const half = 'body.status == "paid"';
    const { proposal } = await propose({ written: [asJson(half)], judged: isRight });
    expect(proposal).toMatchObject({
      state: 'differs',
      condition: half,
      problem:
        'On delivery small the condition says yes (status was "paid"), and the model by the filter no (By the script.).',
    });
  });

  it.each<[string, Script['judged']]>([
    ['is not sure', (id) => (id === 'open' ? null : isRight(id))],
    ['gives no answer that can be read', (id) => (id === 'open' ? 'Who knows.' : isRight(id))],
    ['fails', (id) => (id === 'open' ? { status: 503 } : isRight(id))],
  ])('is not adopted where the model %s about a sample', async (_, judged) => {
    const { proposal } = await propose({ written: [asJson(right)], ...(judged && { judged }) });
    expect(proposal).toMatchObject({ state: 'unsure', condition: right });
    expect(proposal.problem).toMatch(/delivery open/i);
  });

  it('differs where the samples do not tell, and it lacks a test that the filter has', async () => {
    const half = 'body.status == "paid"';
    const { proposal } = await propose({ written: [asJson(half)] }, orders.slice(0, 1));
    expect(proposal).toMatchObject({
      state: 'differs',
      problem: 'The condition does not test "over 100" (body.total).',
    });
  });

  it.each([
    ['prose', 'It has two tests.'],
    ['none', []],
  ])('is not adopted where the tests of the filter are listed as %s', async (_, listed) => {
    const { proposal } = await propose({ written: [asJson(right)], judged: isRight, parts: listed });
    expect(proposal.state).toBe('unsure');
  });

  it('is not adopted where it is unknown on a sample', async () => {
    const samples = [...orders, sample('ping', { zen: 'Keep it simple.' })];
    const { proposal } = await propose({ written: [asJson(right)], judged: isRight }, samples);
    expect(proposal).toMatchObject({ state: 'unsure', problem: expect.stringContaining('delivery ping') });
  });

  it('waits without a sample, and is judged by nobody', async () => {
    const { proposal } = await propose({ written: [asJson('field("status") == "paid"')] }, []);
    expect(proposal).toMatchObject({ state: 'waits', problem: null, calls: 1 });
  });

  it.each([
    [true, 'holds'],
    [false, 'differs'],
    [null, 'unsure'],
  ] as const)('has its questions answered %s, and %s', async (answer, state) => {
    const asking = 'body.status == "paid" && ask("Is it a large order?")';
    const { proposal } = await propose({
      written: [asJson(asking)],
      judged: isRight,
      asked: (id) => (id === 'paid' ? answer : false),
    });
    expect(proposal).toMatchObject({ state, condition: asking, calls: 7 });
  });

  it('is judged on five samples at most, of both verdicts and of different kinds', async () => {
    const many = Array.from({ length: 20 }, (_, n) =>
      sample(
        `d${n}`,
        { status: n === 12 ? 'open' : 'paid', total: 500 },
        { eventName: n > 17 ? 'rare' : null },
      ),
    );
    const judged: string[] = [];
    const { proposal } = await propose(
      {
        written: [asJson(right)],
        judged: (id) => {
          judged.push(id);
          return id !== 'd12';
        },
      },
      many,
    );
    expect(proposal).toMatchObject({ state: 'holds', calls: 7 });
    expect(judged.toSorted()).toEqual(['d0', 'd1', 'd12', 'd18', 'd2']);
  });

  it('throws while nothing is paid, and not afterwards', async () => {
    await expect(propose({ written: [{ status: 401 }] })).rejects.toMatchObject({
      failure: { kind: 'auth' },
    });
    const { proposal } = await propose({ written: [asJson('body.paid'), { status: 401 }] });
    expect(proposal).toMatchObject({
      state: 'unreadable',
      problem: 'The model provider refused the key of this service.',
      calls: 1,
    });
  });

  it('counts a call that its signal ended as one that may have to be paid', async () => {
    const controller = new AbortController();
    const { proposal } = await proposeByScript(
      {
        written: [asJson(right)],
        parts,
        judged: () => {
          controller.abort();
          return { hang: 'headers' };
        },
      },
      { english, samples: orders.slice(0, 1), signal: controller.signal },
    );
    expect(proposal).toMatchObject({
      state: 'unsure',
      problem: 'Delivery paid was not judged: The time for a proposal was over.',
      calls: 3,
      usage: { isReported: false },
      cost: { state: 'unknown' },
    });
  });
});
