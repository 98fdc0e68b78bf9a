import { expect, test } from 'vitest';
import { callJson } from '../call.ts';

const messages: [encoding: string, segments: number, text: string][] = [
  ['GSM-7', 1, 'a'.repeat(160)],
  ['GSM-7', 2, 'a'.repeat(161)],
  ['UCS-2', 1, 'я'.repeat(70)],
  ['UCS-2', 2, 'я'.repeat(71)],
  ['GSM-7', 0, ''],
];

test.each(messages)('sms-segments: %s, %s', async (encoding, segments, text) => {
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
