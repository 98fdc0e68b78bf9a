import { openers, phrases, type Phrase } from './phrases.ts';
import { capitalised, rewrite, type Rewritten } from './rewrite.ts';

const wordEdgeBefore = String.raw`(?<![\p{L}\p{N}_'’-])`;
const wordEdgeAfter = String.raw`(?![\p{L}\p{N}_'’-])`;
const byWorn = new Map(phrases.map((phrase) => [phrase.worn, phrase]));
const article = String.raw`(?:\b(?<article>an?) )?`;
const openerPattern = new RegExp(
  String.raw`(?<before>^\s*|[.!?]\s+)(?:${openers.map(spaced).join('|')})\s+(?<next>[\p{L}'’]+)`,
  'giu',
);

export function cutOpeners(text: string): Rewritten {
  return rewrite(
    text,
    openerPattern,
    ({ groups }) => `${groups?.['before'] ?? ''}${capitalised(groups?.['next'] ?? '')}`,
  );
}

let phrasePattern: RegExp | undefined;

/** Longest first, so that a phrase inside another one waits for its turn. */
function buildPattern(): RegExp {
  const byLength = [...phrases].toSorted((a, b) => b.worn.length - a.worn.length);
  return new RegExp(
    `${wordEdgeBefore}${article}(?<worn>${byLength.map(source).join('|')})${wordEdgeAfter}`,
    'giu',
  );
}

/** Says worn phrases plainly. Capitals in mid-sentence are names and stay. */
export function replacePhrases(text: string): Rewritten {
  return rewrite(text, (phrasePattern ??= buildPattern()), ({ 0: all, groups, index }) => {
    const worn = groups?.['worn'] ?? '';
    const before = groups?.['article'];
    const phrase = byWorn.get(worn.toLowerCase().replaceAll(/\s+/g, ' ').replaceAll('’', "'"));
    if (!phrase || isName(worn, text.slice(index + all.length))) return undefined;
    const startsSentence = /(?:^|[.!?:]\s|\n)\s*$/.test(text.slice(Math.max(0, index - 4), index));
    if (/^\p{Lu}/u.test(before ?? worn) && !startsSentence) return undefined;
    if (before === undefined) return /^\p{Lu}/u.test(worn) ? capitalised(phrase.plain) : phrase.plain;
    if (/^(?:many|much|most)\b/.test(phrase.plain)) return undefined;
    const fitting = /^[aeio]/.test(phrase.plain) ? 'an' : 'a';
    return `${before.startsWith('A') ? capitalised(fitting) : fitting} ${phrase.plain}`;
  });
}

/** `LEVERAGE` is a cry or an abbreviation, `Leverage Partners` a company. */
function isName(worn: string, after: string): boolean {
  if (/^\p{Lu}{2}/u.test(worn)) return true;
  if (/[\s-]\p{Lu}/u.test(worn)) return true;
  return /^\p{Lu}/u.test(worn) && /^ (?!I\b)\p{Lu}/u.test(after);
}

function source({ worn, before, notBefore }: Phrase): string {
  if (notBefore) return String.raw`${spaced(worn)}(?=\s+(?!(?:${notBefore.join('|')})\b)\p{L})`;
  return before ? String.raw`${spaced(worn)}(?=\s+(?:${before.join('|')})\b)` : spaced(worn);
}

function spaced(words: string): string {
  return words
    .replaceAll('’', "'")
    .replaceAll("'", "['’]")
    .replaceAll(' ', String.raw`\s+`);
}
