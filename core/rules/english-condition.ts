import type { TurnDelivery } from '#contracts/turn.ts';

/** What is known when English is read. */
export interface EnglishContext {
  /** Stored deliveries, or the samples of the sender; newest first; may be empty. */
  readonly samples: readonly TurnDelivery[];
  /** The id of the sender; `generic` where there is none. */
  readonly sender: string;
}

export type EnglishCondition =
  /** `text`: a condition in CEL that compiles. `fields`: the words of the owner, and the place in CEL that they became. */
  | {
      readonly state: 'understood';
      readonly text: string;
      readonly fields: readonly { readonly words: string; readonly place: string }[];
    }
  /** `nearest`: a form of the small English that may have been meant. */
  | {
      readonly state: 'not-understood';
      readonly notUnderstood: readonly string[];
      readonly nearest: string | null;
    };

/** Reads a filter, or the condition of a sentence of instructions, in the small English. */
export function readEnglishCondition(text: string, _context: EnglishContext): EnglishCondition {
  return { state: 'not-understood', notUnderstood: [text], nearest: null };
}
