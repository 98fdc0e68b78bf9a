import { describe, expect, it } from 'vitest';

import { createModelChoices } from '#models/model-choices.ts';

const choices = createModelChoices({
  MODEL: 'anthropic/claude-sonnet-4-5',
  ANTHROPIC_API_KEY: 'k',
  OPENAI_API_KEY: 'k',
});

describe('a model can be chosen', () => {
  it.each([
    'offline/rules-1',
    'anthropic/claude-sonnet-4-5',
    'anthropic/claude-haiku-4-5',
    'openai/gpt-5-mini',
  ])('if the service has the key of its provider: %s', (id) => expect(choices.whyNot(id)).toBeNull());

  it('if the base URL of the service is that of its provider', () => {
    const local = createModelChoices({
      MODEL: 'openai-compatible/qwen3:8b',
      MODEL_BASE_URL: 'http://127.0.0.1:11434/v1',
    });
    expect(local.whyNot('openai-compatible/gpt-oss:20b')).toBeNull();
    expect(local.whyNot('openai/gpt-5-mini')).toContain('OPENAI_API_KEY');
  });
});

describe('a model cannot be chosen', () => {
  it.each([
    [
      'google/gemini-2.5-flash',
      'google/gemini-2.5-flash needs GOOGLE_GENERATIVE_AI_API_KEY, which this service does not have',
    ],
    [
      'openai-compatible/llama',
      'openai-compatible/llama needs MODEL_BASE_URL for a MODEL of openai-compatible, which this service does not have',
    ],
    [
      'gpt-5',
      'gpt-5 is no model: write provider/model-id, the provider one of anthropic, openai, google, openai-compatible',
    ],
    [
      'openai/',
      'openai/ is no model: write provider/model-id, the provider one of anthropic, openai, google, openai-compatible',
    ],
  ])('%s, and the sentence says why', (id, why) => expect(choices.whyNot(id)).toBe(why));

  it('without a model of the service, but for the rules', () => {
    const offline = createModelChoices({});
    expect(offline.serviceModel).toBe('offline/rules-1');
    expect(offline.whyNot('offline/rules-1')).toBeNull();
    expect(offline.whyNot('anthropic/claude-sonnet-4-5')).toContain('ANTHROPIC_API_KEY');
  });
});

describe('settings without effect are reported', () => {
  it('an effort of a model that does not reason', () =>
    expect(choices.hintsOf({ main: 'openai/gpt-4.1', fallback: 'openai/gpt-5', effort: 'high' })).toEqual([
      'effort is ignored by openai/gpt-4.1, which does not reason.',
    ]));

  it('a limit beyond what the model can write', () =>
    expect(choices.hintsOf({ main: 'anthropic/claude-3-haiku-20240307', maxOutputTokens: 8_000 })).toEqual([
      'maxOutputTokens: anthropic/claude-3-haiku-20240307 writes at most 4,096 tokens.',
    ]));

  it('and nothing else', () => {
    expect(choices.hintsOf({ effort: 'high', maxOutputTokens: 20_000 })).toEqual([]);
    expect(choices.hintsOf({ main: 'offline/rules-1', effort: 'high' })).toEqual([]);
  });
});
