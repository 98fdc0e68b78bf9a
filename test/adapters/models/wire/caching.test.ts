import { describe, expect, it } from 'vitest';

import { createAgentModel } from '#models/agent-model.ts';
import { createPublicModel } from '#models/public-model.ts';
import { filterInputOf } from '#test/support/turn-input.ts';
import { asksFor, converse } from '#test/support/wire/converse.ts';
import { wireRows } from '#test/support/wire/formats.ts';
import { startWireServer } from '#test/support/wire/server.ts';

/** The places of `member` in a body, as paths. */
function pathsOf(value: unknown, member: string, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === member ? [path] : pathsOf(inner, member, `${path}/${name}`),
  );
}

const rowOf = (wanted: string) => wireRows.find(({ provider }) => provider === wanted)!;
const said = [{ calls: [asksFor('a')] }, { calls: [asksFor('b')] }, { text: 'Done.' }];

describe('a run at Anthropic', () => {
  it('marks tools, system, opening and the last message for the cache, and no more', async () => {
    const { calls } = await converse(rowOf('anthropic'), { said });
    const tools = (calls[0]!.body as { tools: unknown[] }).tools.length;
    const opening = [`/tools/${tools - 1}`, '/system/0', '/messages/0/content/1'];
    expect(calls.map(({ body }) => pathsOf(body, 'cache_control').toSorted())).toEqual([
      opening.toSorted(),
      [...opening, '/messages/2/content/0'].toSorted(),
      [...opening, '/messages/4/content/0'].toSorted(),
    ]);
    for (const { body } of calls)
      expect(JSON.stringify(body).match(/"cache_control":\{"type":"ephemeral"\}/g)?.length).toBeLessThan(5);
  });

  it('repeats the whole prompt of the turn before, marks aside', async () => {
    const { calls } = await converse(rowOf('anthropic'), { said });
    const [first, second] = calls.map(({ text }) =>
      text.replaceAll(',"cache_control":{"type":"ephemeral"}', ''),
    );
    const messages = /"messages":\[.*\](?=,"tools")/.exec(first!)![0].slice(0, -1);
    expect(second).toContain(messages);
    expect(second!.slice(second!.indexOf('"system"'), second!.indexOf('"messages"'))).toBe(
      first!.slice(first!.indexOf('"system"'), first!.indexOf('"messages"')),
    );
  });

  it('counts what was written to the cache and read from it', async () => {
    const usage = { input: 5_000, cached: 3_000, written: 1_500 };
    const { outputs } = await converse(rowOf('anthropic'), { said: [{ text: 'Done.', usage }] });
    expect(outputs[0]?.usage).toMatchObject({
      inputTokens: 5_000,
      cacheReadTokens: 3_000,
      cacheWriteTokens: 1_500,
      isReported: true,
    });
  });
});

describe('a run at OpenAI', () => {
  it('leaves nothing with the provider, and names what its runs share', async () => {
    const { calls } = await converse(rowOf('openai'), { said });
    for (const { body } of calls)
      expect(body).toMatchObject({
        store: false,
        include: ['reasoning.encrypted_content'],
        prompt_cache_key: 'aut_orders',
      });
  });

  it('leaves nothing of a filter, a picture or a text of the public API either', async () => {
    const { format, id } = rowOf('openai');
    const verdict = { matches: true, confidence: 'sure', reason: 'It says so.' };
    const answers = [verdict, {}, {}];
    await using server = await startWireServer(
      answers.map((answer) => ({ body: format.answer({ text: JSON.stringify(answer) }) })),
    );
    const baseUrl = `${server.origin}${format.path}`;
    const agentModel = createAgentModel({ id, apiKey: 'k', baseUrl });
    await agentModel.evaluateFilter(filterInputOf('it sounds urgent to the reader', { note: 'now!' }));
    const publicModel = createPublicModel(id, { MODEL: id, MODEL_BASE_URL: baseUrl, OPENAI_API_KEY: 'k' });
    const signal = AbortSignal.timeout(20_000);
    await publicModel.describe(new Uint8Array([255, 216, 255]), signal).catch(() => null);
    await publicModel.generate({ instructions: 'Write.', prompt: 'A topic', maxOutputTokens: 100, signal });
    expect(server.calls).toHaveLength(3);
    for (const { body } of server.calls) expect(body).toMatchObject({ store: false });
  });

  it('sends the prompt whole, and refers to nothing that the provider was to keep', async () => {
    const { calls } = await converse(rowOf('openai'), {
      said: [{ reasoning: 'gAAAAABo', calls: [asksFor('a')] }, { text: 'Done.' }],
    });
    expect(calls[1]!.text).not.toContain('item_reference');
    expect(calls[1]!.text).not.toContain('previous_response_id');
  });

  it('asks for no encrypted reasoning of a model that does not reason', async () => {
    const { calls } = await converse(rowOf('openai'), { said: [{ text: 'Done.' }], modelId: 'gpt-4.1' });
    expect(calls[0]!.body).toMatchObject({ store: false });
    expect(calls[0]!.body).not.toHaveProperty('include');
  });
});

it.each(wireRows.filter(({ provider }) => provider !== 'anthropic'))(
  'a run at $provider has no marks of another',
  async (row) => {
    const { calls } = await converse(row, { said: [{ text: 'Done.' }] });
    expect(pathsOf(calls[0]!.body, 'cache_control')).toEqual([]);
    expect(calls[0]!.text).not.toContain('cacheControl');
  },
);
