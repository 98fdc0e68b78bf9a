import type { JsonValue } from '#domain/json-value.ts';
import type { OutboundMethod } from '#domain/outbound-method.ts';
import type { Condition, Field } from '../condition/condition-tree.ts';
import type { FunctionCall } from './functions/read-calls.ts';

/** Instructions as the rules understood them; independent of any delivery. */
export interface Program {
  /** Sentences that decide about the whole run: "Ignore unless …". */
  readonly guards: readonly Rule<never>[];
  readonly rules: readonly Rule<Action>[];
}

/** One sentence: when it applies, and what it asks for. */
export interface Rule<A> {
  readonly text: string;
  readonly when: Condition;
  /** A condition that may have been meant for this sentence too: where it does not hold, nothing is certain. */
  readonly perhaps: Condition | null;
  readonly actions: readonly A[];
}

export type Action =
  | RequestAction
  | { readonly kind: 'reply'; readonly template: Template }
  | { readonly kind: 'report'; readonly fields: readonly NamedField[] }
  /** The answer to the request before it. */
  | { readonly kind: 'report-answer' }
  | { readonly kind: 'summarise'; readonly field: Field | null; readonly isOneSentence: boolean }
  | EachAction
  | { readonly kind: 'nothing' };

/** "For each line item, …": the requests are made once for each object of a list, of which they are about. */
export interface EachAction {
  readonly kind: 'each';
  /** One of them, as the owner calls it: `line item`. */
  readonly noun: string;
  readonly actions: readonly RequestAction[];
}

export interface RequestAction {
  readonly kind: 'request';
  readonly method: OutboundMethod;
  /** Literal up to the path; values of the delivery fill path segments and query values only. */
  readonly url: UrlTemplate;
  readonly query: readonly Pair[];
  /** Names and values are literal but for secrets: a delivery fills neither. */
  readonly headers: readonly Pair[];
  readonly payload: Payload | null;
}

export interface UrlTemplate {
  readonly origin: string;
  readonly segments: readonly Template[];
  /** Null: a name alone, without `=`. */
  readonly query: readonly (readonly [name: string, value: Template | null])[];
}

export type Payload =
  /** All of the delivery. `word`: the one word for it, which may be the name of a field as well. */
  | { readonly kind: 'whole'; readonly word: string | null }
  | { readonly kind: 'summary' }
  | { readonly kind: 'text'; readonly template: Template }
  /** A JSON literal; its texts are templates. */
  | { readonly kind: 'json'; readonly value: JsonTemplate }
  | { readonly kind: 'pairs'; readonly pairs: readonly Pair[]; readonly encoding: 'json' | 'form' };

/** A field, and what is done to its value before it is used. */
export interface Value {
  readonly field: Field;
  /** Whose it is, where that was said of the name before or after it: "the customer's email and name". */
  readonly owner: Owner | null;
  readonly calls: readonly FunctionCall[];
  /** Written as `{{total}}`, not in words. */
  readonly isInBraces?: true;
}

export interface Owner {
  readonly words: string;
  /** False: the name has an article of its own, "the customer's email and the total", and may be of something else. */
  readonly isCertain: boolean;
}

/** A place of a named secret: the request has it as it was written, and egress fills it in. */
export interface SecretPlace {
  readonly secret: string;
}

/** Literal text with values in it. */
export type Template = readonly TemplatePart[];
type TemplatePart = string | Value | SecretPlace;

export type JsonTemplate =
  | { readonly kind: 'text'; readonly template: Template }
  /** A number as a number. `isAsIs`: an object as well; else what the object is called. */
  | { readonly kind: 'value'; readonly value: Value; readonly isAsIs: boolean }
  | { readonly kind: 'literal'; readonly value: JsonValue }
  /** A word without quotation marks: a text, unless the delivery has a field of that name. */
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly JsonTemplate[] }
  | { readonly kind: 'object'; readonly members: readonly Pair[] };

/** A member of a body, a parameter or a header. */
export type Pair = readonly [name: string, value: JsonTemplate];

export interface NamedField {
  /** As the owner called it. */
  readonly name: string;
  readonly value: Value;
}
