import { describe, expect, it } from 'vitest';
import { BlogPreview, HumanizerPreview } from '#tools/skills/preview-answers.ts';
import type { Generate } from '#tools/model-backed/generate.ts';
import { createPreviews, type UsageDecision } from '#tools/skills/previews.ts';

const day = '2026-11-21';
const text = 'Moreover, we delve into the matter of the house.';

/** Counts in a variable; the real ones have tests of their own. */
function setUp({
  generate,
  status = 'free',
  used = 0,
  modelMsMax = 1_000,
  isStoreAway = false,
}: {
  generate?: Generate;
  status?: UsageDecision['status'];
  used?: number;
  modelMsMax?: number;
  isStoreAway?: boolean;
} = {}) {
  const calls: string[] = [];
  const failures: unknown[] = [];
  let count = used;
  const counted = async (name: string, change: number) => {
    calls.push(name);
    if (isStoreAway) throw new Error('Redis is away');
    if (status === 'free') count += change;
    return { status, used: count, day };
  };
  const previews = createPreviews({
    usage: {
      take: () => counted('take', 1),
      look: () => counted('look', 0),
      giveBack: async () => (await counted('giveBack', -1)).used,
    },
    generate,
    limits: { freePerDay: 3, topicCharsMax: 120, humanizerCharsMax: 5_000 },
    now: () => new Date(`${day}T10:00:00Z`),
    onFailure: (error) => failures.push(error),
    modelMsMax,
  });
  return { ...previews, calls, failures };
}

const echo: Generate = async ({ prompt }) => ({ text: /\n([\s\S]*)\n/.exec(prompt)?.[1] ?? '' });

describe('a preview with a model', () => {
  it('is generated and counted', async () => {
    const { humanize, calls } = setUp({ generate: echo });
    expect(HumanizerPreview.parse(await humanize('client', text))).toEqual({
      state: 'generated',
      preview: text,
      truncated: false,
      counts: { inputChars: 48, previewWords: 9 },
      access: { full: true, reason: null, cta: null },
      limits: { maxInputChars: 5_000, previewWords: 180, freePerDay: 3 },
      usage: { used: 1, remaining: 2, resetsAt: '2026-11-22T00:00:00.000Z' },
      degraded: null,
      changes: 0,
    });
    expect(calls).toEqual(['take']);
  });

  it('is cut at a sentence to 180 words on the server', async () => {
    const sentence = 'The house is old and we like it. ';
    const preview = await setUp({ generate: echo }).humanize('client', sentence.repeat(40).trim());
    expect(preview).toMatchObject({ state: 'generated', truncated: true, counts: { previewWords: 176 } });
    expect(preview.preview).toMatch(/we like it\.$/);
    expect(preview.access).toMatchObject({ full: false, reason: 'preview-only' });
  });

  it('for a post has title and outline, and is never the whole post', async () => {
    const preview = await setUp({ generate: async () => ({ text: '- Heading' }) }).blog(
      'client',
      'baking bread',
    );
    expect(BlogPreview.parse(preview)).toMatchObject({
      state: 'generated',
      title: 'Baking bread',
      outline: ['Heading'],
      access: { full: false, reason: 'preview-only' },
      limits: { maxInputChars: 120 },
    });
  });

  it.each<[string, Generate, string]>([
    ['fails', () => Promise.reject(new Error('503')), 'model-failed'],
    ['answers nothing', async () => ({ text: '' }), 'model-answer-rejected'],
    ['never answers', () => new Promise(() => {}), 'model-timeout'],
    [
      'stops when told to, with an error of its own',
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
      'model-timeout',
    ],
  ])('is made by rules and given back when the model %s', async (_, generate, reason) => {
    const { humanize, calls, failures } = setUp({ generate, modelMsMax: 30 });
    expect(await humanize('client', text)).toMatchObject({
      state: 'degraded',
      preview: 'We look at the matter of the house.',
      degraded: { reason, method: 'rules' },
      usage: { used: 0, remaining: 3 },
      changes: 2,
    });
    expect(calls).toEqual(['take', 'giveBack']);
    expect(failures).toHaveLength(1);
  });
});

describe('a preview without a model', () => {
  it('is made by rules, says so and counts nothing', async () => {
    const { blog, calls } = setUp();
    const preview = BlogPreview.parse(await blog('client', 'how to bake bread'));
    expect(preview).toMatchObject({
      state: 'degraded',
      title: 'How to bake bread',
      degraded: { reason: 'no-model', method: 'rules' },
      usage: { used: 0, remaining: 3 },
    });
    expect(preview.preview).toContain('without a language model');
    expect(preview.counts.previewWords).toBeLessThanOrEqual(180);
    expect(calls).toEqual(['look']);
  });
});

describe('a preview that is not to be had', () => {
  it.each([
    ['gated', 3, 'account-required'],
    ['capped', 1, 'daily-budget-used'],
  ] as const)('is %s without asking the model', async (status, used, reason) => {
    let asked = 0;
    const generate: Generate = async () => ({ text: String((asked += 1)) });
    const { humanize, blog } = setUp({ generate, status, used });
    const expected = {
      state: status,
      preview: '',
      truncated: false,
      counts: { previewWords: 0 },
      access: { full: false, reason, cta: expect.stringMatching(/\w/) },
      usage: { used, remaining: 3 - used, resetsAt: '2026-11-22T00:00:00.000Z' },
      degraded: null,
    };
    expect(HumanizerPreview.parse(await humanize('client', text))).toMatchObject({ ...expected, changes: 0 });
    expect(BlogPreview.parse(await blog('client', 'bread'))).toMatchObject({
      ...expected,
      title: 'Bread',
      outline: [],
    });
    expect(asked).toBe(0);
  });

  it('is gated without a model too', async () => {
    expect(await setUp({ status: 'gated', used: 3 }).humanize('client', text)).toMatchObject({
      state: 'gated',
    });
  });

  it('is too long from one character more than allowed, and counts nothing', async () => {
    const { humanize, calls } = setUp({ generate: echo });
    expect(HumanizerPreview.parse(await humanize('client', '😀'.repeat(5_001)))).toMatchObject({
      state: 'too-long',
      preview: '',
      counts: { inputChars: 5_001, previewWords: 0 },
      access: { full: false, reason: 'text-too-long' },
      limits: { maxInputChars: 5_000 },
      usage: { used: 0, remaining: 3 },
    });
    expect(calls).toEqual(['look']);
    expect(await humanize('client', '😀'.repeat(5_000))).toMatchObject({ state: 'generated' });
  });
});

describe('a preview while the counts are away', () => {
  it('is made by rules, so that the budget is never overrun', async () => {
    const { humanize } = setUp({ generate: echo, isStoreAway: true });
    expect(HumanizerPreview.parse(await humanize('client', text))).toMatchObject({
      state: 'degraded',
      degraded: { reason: 'usage-unavailable', method: 'rules' },
      usage: { used: 0, remaining: 3, resetsAt: '2026-11-22T00:00:00.000Z' },
    });
  });

  it('that is too long says so all the same', async () => {
    const { humanize } = setUp({ isStoreAway: true });
    expect(await humanize('client', 'a'.repeat(5_001))).toMatchObject({ state: 'too-long' });
  });
});
