import { capitalised, rewrite, type Rewritten } from './rewrite.ts';

const solid = String.raw`[\p{L}\p{N})\]%\ue000-\uf8ff]`;
const pair = new RegExp(
  String.raw`(?<=${solid}),?[ \t]*—[ \t]*(?<inner>[\p{L}\p{N}\ue000-\uf8ff][^—.!?;:\n]{0,120}?)[ \t]*—[ \t]*(?=\p{Ll})`,
  'gu',
);
const single = new RegExp(
  String.raw`(?<=${solid}),?[ \t]*—[ \t]*(?<next>[\p{L}'’]+|(?=[\ue000-\uf8ff]))`,
  'gu',
);
const joiners = new Set(
  'and but or nor so yet because which who while though although not as if when where with without for'.split(
    ' ',
  ),
);
const subjects = new Set('i he she it they we you this that these those there'.split(' '));

/** Turns em dashes into the stop that was meant. Dashes at the start or end of a line mark quotes and stay. */
export function plainDashes(text: string): Rewritten {
  const pairs = rewrite(text, pair, ({ groups }) => {
    const inner = groups?.['inner'] ?? '';
    return inner.includes(',') ? ` (${inner}) ` : `, ${inner}, `;
  });
  const rest = rewrite(pairs.text, single, ({ groups }) => {
    const next = groups?.['next'] ?? '';
    const word = next.toLowerCase().replace(/['’].*$/, '');
    if (next === '' || joiners.has(word)) return `, ${next}`;
    return subjects.has(word) ? `. ${capitalised(next)}` : `: ${next}`;
  });
  return { text: rest.text, changes: pairs.changes + rest.changes };
}
