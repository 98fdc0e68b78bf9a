import { describe, expect, it } from 'vitest';

import { chosenModels } from '#domain/chosen-models.ts';

const service = 'anthropic/claude-sonnet-4-5';
const usual = { main: service, fallback: null, filter: service, effort: null, maxOutputTokens: null };

describe('the models of a run', () => {
  it('are those of the service where nothing is chosen', () =>
    expect(chosenModels(service, null, null)).toEqual(usual));

  it('are chosen member by member, the automation before its agent', () => {
    const ofAgent = { main: 'openai/gpt-5', fallback: 'google/gemini-2.5-flash', effort: 'low' } as const;
    const ofAutomation = { main: 'openai/gpt-5-mini', maxOutputTokens: 9_000 };
    expect(chosenModels(service, ofAgent, ofAutomation)).toEqual({
      main: 'openai/gpt-5-mini',
      fallback: 'google/gemini-2.5-flash',
      filter: 'openai/gpt-5-mini',
      effort: 'low',
      maxOutputTokens: 9_000,
    });
  });

  it('judge filters by a model of their own', () =>
    expect(chosenModels(service, { filter: 'openai/gpt-5-nano' }, null)).toEqual({
      ...usual,
      filter: 'openai/gpt-5-nano',
    }));

  it('have no fallback that is the main model itself', () =>
    expect(chosenModels(service, { fallback: service }, null)).toEqual(usual));
});
