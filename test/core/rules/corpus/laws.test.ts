import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';

import { evaluateFilter, readFilter } from '#rules/filter.ts';
import type { Patch, SenderCorpus } from './corpus.ts';
import { documentOf } from './play.ts';
import { senders } from './senders.ts';

interface Played {
  readonly corpus: SenderCorpus;
  readonly filter: string;
  readonly patch: Patch;
}

const played: readonly Played[] = senders.flatMap((corpus) =>
  corpus.cases.flatMap(([filter, ...patches]) => patches.map((patch) => ({ corpus, filter, patch }))),
);
const anyPlayed = fc.constantFrom(...played);
const filters = senders.flatMap(({ cases }) => cases.map(([filter]) => filter));

/** What a function gives for each argument, worked out once. */
function once<Key, Value>(make: (key: Key) => Value, made = new Map<Key, Value>()): (key: Key) => Value {
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key) as Value;
  };
}

const readOnce = once(readFilter);
/** Kept for the tests of this file only: together they are large. */
const documents = new Map<Played, ReturnType<typeof documentOf>>();
const documentBefore = once(({ corpus, patch }: Played) => documentOf(corpus, patch), documents);
afterAll(() => documents.clear());
/** What is decided of a delivery as it is. */
const verdictBefore = once((play: Played) => verdictOf(play.filter, documentBefore(play)));

function verdictOf(filter: string, document: ReturnType<typeof documentOf>) {
  const read = readOnce(filter);
  return read.state === 'understood' ? evaluateFilter(read.condition, document).verdict : 'unread';
}

/** The same body with every name written otherwise. */
const renamed = (value: unknown, rename: (name: string) => string): unknown =>
  Array.isArray(value)
    ? value.map((item) => renamed(item, rename))
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value).map(([name, member]) => [rename(name), renamed(member, rename)]),
        )
      : value;

const camel = (name: string): string =>
  name.replace(/_(\p{L})/gu, (_, letter: string) => letter.toUpperCase());
const snake = (name: string): string => name.replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2').toLowerCase();

describe('laws of filters', () => {
  it('no word of a filter is passed over: one more changes what is understood, or it is not understood', () => {
    const words = fc.constantFrom(
      'zorbly',
      'suspicious',
      'first',
      'expensive',
      'returning',
      'blue',
      'maybe',
      'usually',
      'two',
      'domestic',
    );
    fc.assert(
      fc.property(fc.constantFrom(...filters), words, fc.nat(), (filter, word, place) => {
        const parts = filter.split(' ');
        const at = place % (parts.length + 1);
        const longer = [...parts.slice(0, at), word, ...parts.slice(at)].join(' ');
        const read = readFilter(longer);
        if (read.state === 'understood')
          expect(JSON.stringify(read.condition)).toMatch(new RegExp(word, 'i'));
      }),
      { numRuns: 2_000 },
    );
  });

  it('members that have nothing to do with a filter never turn a decision round', () => {
    const names = fc.constantFrom(
      'zz_region',
      'qq',
      'xKind',
      'y_total_weight',
      'zz_paid_by',
      'w_status_page',
      'vLabel',
    );
    const values = fc.oneof(
      fc.constantFrom('zzz', 'x 1', '', true, false, null, 7),
      fc.constant({ q: 1 }),
      fc.constant([]),
    );
    fc.assert(
      fc.property(anyPlayed, fc.dictionary(names, values, { maxKeys: 4 }), (play, more) => {
        const { corpus, filter, patch } = play;
        const before = verdictBefore(play);
        if (Object.hasOwn(patch, '') || typeof corpus.body === 'string') return;
        const form = corpus.contentType.includes('form');
        const added = form
          ? Object.fromEntries(Object.entries(more).map(([name, value]) => [name, JSON.stringify(value)]))
          : more;
        const after = verdictOf(filter, documentOf(corpus, { ...added, ...patch }));
        if (after !== 'needs_model') expect([filter, after]).toEqual([filter, before]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('a denial turns run to skip and skip to run, and leaves open what is open', () => {
    const turned = { run: 'skip', skip: 'run', needs_model: 'needs_model' } as const;
    fc.assert(
      fc.property(anyPlayed, (play) => {
        const { filter } = play;
        const read = readOnce(filter);
        if (read.state !== 'understood') return;
        const document = documentBefore(play);
        const said = evaluateFilter(read.condition, document).verdict;
        const denied = evaluateFilter({ kind: 'not', of: read.condition }, document).verdict;
        expect([filter, denied]).toEqual([filter, turned[said]]);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['camelCase', camel],
    ['snake_case', snake],
  ])('names in %s never turn a decision round', (_, rename) => {
    for (const play of played) {
      const { corpus, filter, patch } = play;
      if (/[._[\]]/.test(filter) || Object.hasOwn(patch, '')) continue;
      const before = verdictBefore(play);
      const after = verdictOf(
        filter,
        documentOf(corpus, patch, (body) => renamed(body, rename)),
      );
      if (after !== 'needs_model') expect([filter, after]).toEqual([filter, before]);
    }
  });

  it('capitals and blanks of a filter change nothing', () => {
    for (const play of played) {
      const { filter } = play;
      // Blanks within quotation marks or brackets are looked for as they are.
      if (/["'`]|[A-Z]|\[[^\]]* /.test(filter)) continue;
      const document = documentBefore(play);
      const spaced = `  ${filter.charAt(0).toUpperCase()}${filter.slice(1).replaceAll(' ', '  ')}  `;
      expect([filter, verdictOf(spaced, document)]).toEqual([filter, verdictBefore(play)]);
    }
  });
});
