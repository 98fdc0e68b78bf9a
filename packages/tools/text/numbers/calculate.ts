import { invalid, overLimit } from '../../refuse.ts';
import { constants, functions } from './decimal-functions.ts';
import {
  add,
  bounded,
  divide,
  exact,
  modulo,
  multiply,
  negate,
  type Value,
  written,
} from './decimal-values.ts';
import { factorial, power } from './powers.ts';

const token =
  /\s*(?:((?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d{1,4}(?![\d.]))?)|([a-z][a-z\d]*|π)|(\*\*|[-+*/^%!(),×÷·−]))/iy;

/** Signs of print and of programs. */
const sameSigns: Readonly<Record<string, string>> = { '**': '^', '×': '*', '·': '*', '÷': '/', '−': '-' };

type Token = { readonly number: Value } | { readonly word: string } | { readonly sign: string };

/** The tokens of an expression, and the first that is not read yet. */
interface Reader {
  readonly tokens: readonly Token[];
  at: number;
  /** How many brackets, signs and powers are open. */
  depth: number;
}

const depthMax = 200;

/** Evaluates an expression; quotients that do not come out even have 20 decimal places. */
export function calculate(text: string): string {
  const reader: Reader = { tokens: tokensOf(text), at: 0, depth: 0 };
  const value = expression(reader);
  if (reader.at < reader.tokens.length) throw invalid('text goes on after the end of the expression.');
  return written(value);
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const { length } = text.trimEnd();
  for (let at = 0; at < length; at = token.lastIndex) {
    token.lastIndex = at;
    const [, number, word, sign] = token.exec(text) ?? [];
    if (number !== undefined) tokens.push({ number: bounded(exact(number)) });
    else if (word !== undefined) tokens.push({ word: word.toLowerCase() });
    else if (sign !== undefined) tokens.push({ sign: sameSigns[sign] ?? sign });
    else
      throw invalid(`text cannot be calculated from ${JSON.stringify(text.slice(at, at + 20).trim())} on.`);
  }
  return tokens;
}

function take(reader: Reader, wanted: readonly string[]): string | null {
  const next = reader.tokens[reader.at];
  const found = next === undefined || 'number' in next ? null : 'sign' in next ? next.sign : next.word;
  if (found === null || !wanted.includes(found)) return null;
  reader.at += 1;
  return found;
}

function expression(reader: Reader): Value {
  let left = term(reader);
  for (let sign = take(reader, ['+', '-']); sign !== null; sign = take(reader, ['+', '-'])) {
    const right = term(reader);
    left = bounded(add(left, sign === '+' ? right : negate(right)));
  }
  return left;
}

const products: Readonly<Record<string, (left: Value, right: Value) => Value>> = {
  '*': multiply,
  of: multiply,
  '/': divide,
  '%': modulo,
  mod: modulo,
};

function term(reader: Reader): Value {
  let left = factor(reader);
  for (
    let sign = take(reader, Object.keys(products));
    sign !== null;
    sign = take(reader, Object.keys(products))
  )
    left = bounded((products[sign] ?? multiply)(left, factor(reader)));
  return left;
}

function factor(reader: Reader): Value {
  reader.depth += 1;
  if (reader.depth > depthMax) throw overLimit(`text nests more than ${depthMax} levels.`);
  const value = signed(reader);
  reader.depth -= 1;
  return value;
}

function signed(reader: Reader): Value {
  const sign = take(reader, ['+', '-']);
  if (sign !== null) return sign === '+' ? factor(reader) : negate(factor(reader));
  let base = operand(reader);
  for (let after = takeAfter(reader); after !== null; after = takeAfter(reader))
    base = after === '!' ? bounded(factorial(base)) : divide(base, exact(100));
  return take(reader, ['^']) === null ? base : bounded(power(base, factor(reader)));
}

/** The next sign behind a number. 19% is a percentage; in 10 % 3 a number follows, so that it asks for the rest. */
function takeAfter(reader: Reader): string | null {
  const next = reader.tokens[reader.at + 1];
  const isRest =
    next !== undefined &&
    ('number' in next || ('word' in next ? !Object.hasOwn(products, next.word) : next.sign === '('));
  return take(reader, isRest ? ['!'] : ['!', '%']);
}

function operand(reader: Reader): Value {
  const next = reader.tokens[reader.at];
  reader.at += 1;
  if (next === undefined) throw invalid('text is not a whole expression.');
  if ('number' in next) return next.number;
  if ('word' in next) return bounded(named(next.word, reader));
  if (next.sign !== '(') throw invalid(`text has ${next.sign} where a number is expected.`);
  const value = expression(reader);
  close(reader);
  return value;
}

/** A constant, or a function of what is in brackets. */
function named(name: string, reader: Reader): Value {
  const constant = Object.hasOwn(constants, name) ? constants[name] : undefined;
  if (constant !== undefined) return constant;
  const evaluate = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (evaluate === undefined)
    throw invalid(`text has the unknown function ${name}; there are ${Object.keys(functions).join(', ')}.`);
  if (take(reader, ['(']) === null) throw invalid(`text has no bracket after ${name}.`);
  const values = [expression(reader)];
  while (take(reader, [',']) !== null) values.push(expression(reader));
  close(reader);
  return evaluate(values);
}

function close(reader: Reader): void {
  if (take(reader, [')']) === null) throw invalid('text has a bracket that is not closed.');
}
