import { describe, expect, it } from 'vitest';

import { offlineHints } from '#rules/automation-hints.ts';

const hintsOf = (instructions: string, filter: string | null = null, storedHeaders: string[] = []) =>
  offlineHints({ instructions, filter }, { storedHeaders, remedy: 'MODEL is set' });

describe('offlineHints', () => {
  it.each([
    ['Summarise the delivery.', null],
    ['Summarise the delivery.', 'Only run when status is paid'],
    ['POST https://api.example.com/orders with the order id. Then reply "done".', 'total > 100'],
  ])('says nothing about %j with the filter %j', (instructions, filter) => {
    expect(hintsOf(instructions, filter)).toEqual([]);
  });

  it.each([
    [
      'Reply politely',
      'Offline rules do not understand: "Reply politely". Runs will end as needs_model until the sentence is spelled out or MODEL is set.',
    ],
    [
      'Reply politely. Summarise the delivery. Be nice!',
      'Offline rules do not understand: "Reply politely", "Be nice". Runs will end as needs_model until the sentences are spelled out or MODEL is set.',
    ],
    [
      'Reply "x". '.repeat(500),
      'Offline rules do not read instructions of more than 4 KB. Runs will end as needs_model until the text is shorter or MODEL is set.',
    ],
    [
      'Steps:',
      'Offline rules find nothing to do in the instructions. Runs will end as needs_model until they say what to do or MODEL is set.',
    ],
  ])('names what is not understood in %j', (instructions, hint) => {
    expect(hintsOf(instructions)).toEqual([hint]);
  });

  it('names what is not understood in a filter, apart from the instructions', () => {
    expect(hintsOf('Be nice', 'The vibe is good, whatever that means')).toEqual([
      expect.stringContaining('do not understand: "Be nice".'),
      'Offline rules do not understand the filter: "The vibe is good, whatever that means". Runs will end as needs_model until the sentence is spelled out or MODEL is set.',
    ]);
  });

  it('shortens a long sentence', () => {
    expect(hintsOf('Judge '.repeat(500))[0]?.length).toBeLessThan(400);
  });

  it('knows the headers that Network Access attaches', () => {
    const instructions = 'GET https://api.example.com/orders with the stored X-API-Key header.';
    expect(hintsOf(instructions, null, ['x-api-key'])).toEqual([]);
    expect(hintsOf(instructions)).toHaveLength(1);
  });
});
