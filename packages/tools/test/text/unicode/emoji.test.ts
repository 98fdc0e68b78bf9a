import { expect, test } from 'vitest';
import { emoji } from '#tools/text/unicode/emoji.ts';
import { call } from '../../call.ts';

const knownLines = /^\p{RGI_Emoji}$/gmv;
const tones = ['🏻', '🏼', '🏽', '🏾', '🏿'];
const joined = [
  '♂️',
  '♀️',
  '⚕️',
  '⚖️',
  '✈️',
  '🌾',
  '🎓',
  '💻',
  '🚀',
  '🦰',
  '🦯',
  '🌈',
  '☠️',
  '❄️',
  '⚧️',
  '⛓️',
  '🔥',
  '🟩',
];

/** In one text: searched one by one, they would take ten times as long. */
const known = (sequences: readonly string[]) => sequences.join('\n').match(knownLines) ?? [];

/** Every sequence of one character, with a tone or sign behind; joined ones begin with one of these. */
function knownAlone(): readonly string[] {
  const bases = Array.from({ length: 0x1fbff - 0x20 }, (_, index) =>
    String.fromCodePoint(0x20 + index),
  ).filter((base) => /[\p{Emoji}\p{Extended_Pictographic}]/u.test(base));
  return known(
    bases.flatMap((base) => [
      base,
      `${base}\uFE0F`,
      ...tones.map((tone) => base + tone),
      `${base}\uFE0F\u20E3`,
    ]),
  );
}

function* candidates(): Generator<string> {
  for (const form of knownAlone()) {
    yield form;
    for (const other of joined) yield `${form}\u200D${other}`;
  }
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(0x1f1e6 + index));
  for (const first of letters) for (const second of letters) yield first + second;
  for (const region of ['gbeng', 'gbsct', 'gbwls'])
    yield `🏴${Array.from(region, (letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('')}\u{E007F}`;
  for (const first of ['👩', '👨', '🧑'])
    for (const second of ['👩', '👨', '🧑'])
      for (const between of ['🤝', '❤️', '❤️\u200D💋'])
        for (const tone of ['', ...tones]) yield `${first}${tone}\u200D${between}\u200D${second}${tone}`;
  yield* ['👨‍👩‍👧‍👦', '👩‍👩‍👦', '🚶🏽‍♀️‍➡️'];
}

test('every sequence that Unicode recommends is one match', () => {
  const sequences = known([...candidates()]);
  expect(sequences.length).toBeGreaterThan(2500);
  expect(sequences.filter((sequence) => sequence.match(emoji)?.[0] !== sequence)).toEqual([]);
});

test.each(['plain text', '1 # *', '© ® ™ ↔', '漢字', '\u{E0067}', '🇩'])('%j has no emoji', (text) => {
  expect(text.match(emoji)).toBeNull();
});

test.each<[keep: string, text: string, result: string]>([
  ['🚀', 'a🚀b🔥c', 'a🚀bc'],
  ['👩‍🚀🇩🇪', '👩‍🚀👩🇩🇪🇫🇷🚀', '👩‍🚀🇩🇪'],
  ['', 'a🇩b🏽c1️⃣2', 'abc2'],
])('remove-emoji leaves in %s, whole sequences only', async (keep, text, result) => {
  expect(await call('remove-emoji', { text, keep })).toBe(result);
});
