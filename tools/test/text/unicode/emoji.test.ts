import { expect, test } from 'vitest';
import { emoji } from '../../../text/unicode/emoji.ts';
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

function* candidates(): Generator<string> {
  for (let codePoint = 0x20; codePoint < 0x1fbff; codePoint += 1) {
    const base = String.fromCodePoint(codePoint);
    if (!/[\p{Emoji}\p{Extended_Pictographic}]/u.test(base)) continue;
    const forms = [base, `${base}\uFE0F`, ...tones.map((tone) => base + tone)];
    yield* forms;
    yield `${base}\uFE0F\u20E3`;
    for (const form of forms) for (const other of joined) yield `${form}\u200D${other}`;
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
  // In one text: searched one by one, they would take ten times as long.
  const known = [...candidates()].join('\n').match(knownLines) ?? [];
  expect(known.length).toBeGreaterThan(2500);
  expect(known.filter((sequence) => sequence.match(emoji)?.[0] !== sequence)).toEqual([]);
});

test.each(['plain text', '1 # *', '© ® ™ ↔', '漢字', '\u{E0067}', '🇩'])('%j has no emoji', (text) => {
  expect(text.match(emoji)).toBeNull();
});

test.each([
  { keep: '🚀', text: 'a🚀b🔥c', result: 'a🚀bc' },
  { keep: '👩‍🚀🇩🇪', text: '👩‍🚀👩🇩🇪🇫🇷🚀', result: '👩‍🚀🇩🇪' },
  { keep: '', text: 'a🇩b🏽c1️⃣2', result: 'abc2' },
])('remove-emoji leaves in $keep, whole sequences only', async ({ text, keep, result }) => {
  expect(await call('remove-emoji', { text, keep })).toBe(result);
});
