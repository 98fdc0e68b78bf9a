import type { Condition, Field } from './condition-tree.ts';

/** Values that a phrase holds; one match is enough. */
export interface OneOrMore {
  readonly values: readonly string[];
  readonly isBare: boolean;
  readonly unit: string | undefined;
}

/** What a phrase gives to its row: the fields and values that its parts name, null where they name none. */
export interface Parts {
  readonly field: (name: string) => Field | null;
  /** `from`: how many words of the part come before the values. */
  readonly values: (name: string, from?: number) => OneOrMore | null;
  readonly condition: (name: string, list?: string) => Condition | null;
  readonly text: (name: string) => string;
}

export interface Phrase {
  /** Matches a clause in lower case; a quotation is one `"`. */
  readonly pattern: RegExp;
  readonly read: (parts: Parts) => Condition | null;
  /** Read before a field with an operator: "the issue is unassigned" is about its assignee. */
  readonly isFirst?: true;
}
