import type { ASTNode } from '@marcbachmann/cel-js';

import { isSecretHeader } from '#domain/delivery-headers.ts';
import { slipsBetween } from '#domain/slips.ts';
import type { Expression, Local } from './expression.ts';
import { type Fault, faultAt } from './fault.ts';
import type { CelFunction } from './functions/cel-function.ts';

/** The names of the macros around a part. */
export type Scope = ReadonlyMap<string, Local>;

/** The words that an expression may use, besides its variables and methods. */
export interface Language {
  readonly functions: ReadonlyMap<string, CelFunction>;
  readonly asksMax: number;
  /** Names that are known at its beginning; their slots come before those of macros. */
  readonly scope: Scope;
}

/** What is known while a tree is read. */
export interface Reading {
  readonly text: string;
  readonly language: Language;
  readonly read: (node: ASTNode, scope: Scope) => Expression;
  readonly refuse: (at: number, message: string, expected: string) => never;
  readonly questions: Set<string>;
  /** Macros around the part that is read, and the most that there were. */
  nesting: number;
  slots: number;
  patternSizes: number;
}

/** Thrown by {@link Reading.refuse}, and caught by who began to read. */
export class Refused extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

const termsMax = 500;

export function startReading(
  text: string,
  language: Language,
  readNode: (node: ASTNode, scope: Scope, reading: Reading) => Expression,
): Reading {
  let depth = 0;
  const refuse = (at: number, message: string, expected: string): never => {
    throw new Refused(faultAt(text, at, message, expected));
  };
  const reading: Reading = {
    text,
    language,
    refuse,
    read: (node, scope) => {
      depth += 1;
      if (depth > termsMax) refuse(node.start, 'The expression is nested too deeply.', 'fewer terms');
      const expression = readNode(node, scope, reading);
      depth -= 1;
      return expression;
    },
    questions: new Set(),
    nesting: language.scope.size,
    slots: language.scope.size,
    patternSizes: 0,
  };
  return reading;
}

/** A name that no header has, as a condition sees them, would make `in` and has() a certain no. */
export function checkHeader(of: Expression, name: string, at: number, { refuse }: Reading): void {
  if (of.kind !== 'variable' || of.name !== 'headers') return;
  if (name !== name.toLowerCase())
    refuse(at, 'Names of headers are in lower case.', JSON.stringify(name.toLowerCase()));
  if (isSecretHeader(name))
    refuse(at, 'No condition sees headers that may hold a credential.', 'another header');
}

/** The name that is meant, where it is a slip; else all of them. */
export function nearest(name: string, names: readonly string[]): string {
  const near = names.filter((other) => slipsBetween(name.toLowerCase(), other.toLowerCase()) !== null);
  return (near.length > 0 ? near : names).join(', ');
}
