import type { RE2JS } from 're2js';

import type { CelFunction } from './functions/cel-function.ts';
import type { Value } from './value.ts';

export type VariableName = 'body' | 'text' | 'headers' | 'event' | 'sender' | 'reference' | 'receivedAt';
export const binaryOperators = ['==', '!=', '<', '<=', '>', '>=', 'in', '+', '-', '*', '/', '%'] as const;
export type BinaryOperator = (typeof binaryOperators)[number];
export type MacroName = 'all' | 'exists' | 'exists_one' | 'filter' | 'map';

interface Select {
  readonly kind: 'select';
  readonly of: Expression;
  readonly member: string;
}

/** An item, of the macro around it or of `forEach` in a plan, whose list or object is `of`. */
export interface Local {
  readonly kind: 'local';
  readonly name: string;
  readonly slot: number;
  readonly of: Expression;
}

interface Index {
  readonly kind: 'index';
  readonly of: Expression;
  readonly index: Expression;
}

/** `&&` and `||`, however many of them stand side by side. */
export interface Junction {
  readonly kind: 'and' | 'or';
  readonly of: readonly Expression[];
}

export interface Conditional {
  readonly kind: 'conditional';
  readonly test: Expression;
  readonly yes: Expression;
  readonly no: Expression;
}

export interface Binary {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

export interface Call {
  readonly kind: 'call';
  readonly name: string;
  /** The value that a method is called on comes first. */
  readonly isMethod: boolean;
  readonly callee: CelFunction;
  readonly args: readonly Expression[];
}

export interface Macro {
  readonly kind: 'macro';
  readonly name: MacroName;
  readonly of: Expression;
  /** The name of each item, and where its value is kept. */
  readonly variable: string;
  readonly slot: number;
  /** The condition of a `map` with three arguments. */
  readonly filter: Expression | null;
  readonly body: Expression;
}

/** A condition as we walk it, checked: names exist, patterns and zones are sound. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: Value }
  | { readonly kind: 'variable'; readonly name: VariableName }
  | Local
  | Select
  | Index
  | { readonly kind: 'has'; readonly of: Expression; readonly member: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [Expression, Expression])[] }
  | { readonly kind: 'not' | 'negate'; readonly of: Expression }
  | Junction
  | Conditional
  | Binary
  | Call
  | Macro
  | { readonly kind: 'matches'; readonly of: Expression; readonly pattern: string; readonly compiled: RE2JS }
  | { readonly kind: 'ask'; readonly question: string }
  | { readonly kind: 'field'; readonly words: string }
  | { readonly kind: 'has-field'; readonly words: string };

/** The parts of an expression, each once. */
export function partsOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'literal':
    case 'variable':
    case 'local':
    case 'ask':
    case 'field':
    case 'has-field':
      return [];
    case 'select':
    case 'has':
    case 'not':
    case 'negate':
    case 'matches':
      return [node.of];
    case 'index':
      return [node.of, node.index];
    case 'list':
      return node.items;
    case 'map':
      return node.entries.flat();
    case 'and':
    case 'or':
      return node.of;
    case 'conditional':
      return [node.test, node.yes, node.no];
    case 'binary':
      return [node.left, node.right];
    case 'call':
      return node.args;
    case 'macro':
      return node.filter === null ? [node.of, node.body] : [node.of, node.filter, node.body];
  }
}

export const literalText = (node: Expression | undefined): string | null =>
  node?.kind === 'literal' && typeof node.value === 'string' ? node.value : null;
