import type { Condition, Field, Literal } from './condition-tree.ts';

/** What a phrase gives to its row: the fields and values that its parts name, null where they name none. */
export interface Parts {
  /** The words of a part; empty where it is not there. */
  readonly text: (name: string) => string;
  readonly field: (name: string) => Field | null;
  readonly values: (name: string, op?: 'eq' | 'contains') => Literal | null;
  readonly condition: (name: string) => Condition | null;
  /** "X, Y and Z". */
  readonly fields: (
    name: string,
  ) => { readonly fields: readonly Field[]; readonly joint: 'and' | 'or' } | null;
}

export interface Phrase {
  /** Matches a clause in lower case; a quotation is one `"`. A part called `not` denies what is read. */
  readonly pattern: RegExp;
  readonly read: (parts: Parts) => Condition | null;
  /** Read before a field with an operator: "the issue is unassigned" is about its assignee. */
  readonly isFirst: boolean;
}

/** What most patterns have in common. */
const shorthands: Readonly<Record<string, string>> = {
  IS: '(?:is |are |was |were |has been |have been )',
  HAS: '(?:has |have |having |with )',
  AN: '(?:an? |any |the )?',
  THING: '(?:(?<of>.+?) (?:is |are |was |were |has been |have been ))?',
  NOT: '(?<not>not )?',
  DO: '(?:does|do) not',
};

const shorthand = new RegExp(Object.keys(shorthands).join('|'), 'g');

const compile = (pattern: string): RegExp =>
  new RegExp(`^(?:${pattern.replace(shorthand, (name) => shorthands[name] ?? name)})$`, 'd');

/** A row of the table of phrases. */
export const phrase = (pattern: string, read: Phrase['read']): Phrase => ({
  pattern: compile(pattern),
  read,
  isFirst: false,
});

/** As {@link phrase}, read before a field with an operator. */
export const first = (pattern: string, read: Phrase['read']): Phrase => ({
  ...phrase(pattern, read),
  isFirst: true,
});
