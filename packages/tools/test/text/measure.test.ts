import { expect, test } from 'vitest';
import { callJson } from '../call.ts';

const messages = [
  { text: 'a'.repeat(160), encoding: 'GSM-7', segments: 1 },
  { text: 'a'.repeat(161), encoding: 'GSM-7', segments: 2 },
  { text: 'я'.repeat(70), encoding: 'UCS-2', segments: 1 },
  { text: 'я'.repeat(71), encoding: 'UCS-2', segments: 2 },
  { text: '', encoding: 'GSM-7', segments: 0 },
];

test.each(messages)('sms-segments: $encoding, $segments', async ({ text, encoding, segments }) => {
  expect(await callJson('sms-segments', { text })).toMatchObject({ encoding, segments });
});

test('readability of an empty text has no score', async () => {
  expect(await callJson('readability-score', { text: '', formula: 'smog' })).toMatchObject({ smog: null });
});

test('an easier text scores easier by every formula', async () => {
  const easy = await callJson<Record<string, number>>('readability-score', {
    text: 'The cat sat. The dog ran. We all had fun.',
  });
  const hard = await callJson<Record<string, number>>('readability-score', {
    text: 'Institutional accountability necessitates comprehensive documentation of organisational responsibilities and procedures.',
  });
  expect(easy['flesch-reading-ease']).toBeGreaterThan(hard['flesch-reading-ease']!);
  for (const formula of [
    'flesch-kincaid-grade',
    'gunning-fog',
    'smog',
    'coleman-liau',
    'automated-readability',
  ]) {
    expect(easy[formula], formula).toBeLessThan(hard[formula]!);
  }
});

test('a text of one character has no entropy', async () => {
  expect(await callJson('text-entropy', { text: 'hello world' })).toMatchObject({ bitsPerCharacter: 2.8454 });
  expect(await callJson('text-entropy', { text: 'aaaa' })).toMatchObject({ bitsPerCharacter: 0 });
});
