import type { Big } from 'big.js';
import { invalid } from '../../refuse.ts';
import { bounded, Decimal, functions, power } from './decimal-functions.ts';

const token = /\s*(?:(\d+(?:\.\d+)?|\.\d+)|([a-z]+)|([-+*/^%(),]))/iy;

type Token = { readonly number: Big } | { readonly word: string } | { readonly sign: string };

/** The tokens of an expression, and the first that is not read yet. */
interface Reader {
  readonly tokens: readonly Token[];
  at: number;
}

/** Evaluates an expression exactly; quotients have 20 decimal places. */
export function calculate(text: string): string {
  const reader: Reader = { tokens: tokensOf(text), at: 0 };
  const value = expression(reader);
  if (reader.at < reader.tokens.length) throw invalid('text goes on after the end of the expression.');
  return value.toFixed();
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const { length } = text.trimEnd();
  for (let at = 0; at < length; at = token.lastIndex) {
    token.lastIndex = at;
    const [, number, word, sign] = token.exec(text) ?? [];
    if (number !== undefined) tokens.push({ number: new Decimal(number) });
    else if (word !== undefined) tokens.push({ word: word.toLowerCase() });
    else if (sign !== undefined) tokens.push({ sign });
    else
      throw invalid(`text cannot be calculated from ${JSON.stringify(text.slice(at, at + 20).trim())} on.`);
  }
  return tokens;
}

/** The sign that comes next, if it is one of these. */
function take(reader: Reader, signs: readonly string[]): string | null {
  const next = reader.tokens[reader.at];
  if (next === undefined || !('sign' in next) || !signs.includes(next.sign)) return null;
  reader.at += 1;
  return next.sign;
}

function expression(reader: Reader): Big {
  let left = term(reader);
  for (let sign = take(reader, ['+', '-']); sign !== null; sign = take(reader, ['+', '-'])) {
    const right = term(reader);
    left = bounded(sign === '+' ? left.plus(right) : left.minus(right));
  }
  return left;
}

function term(reader: Reader): Big {
  let left = factor(reader);
  for (let sign = take(reader, ['*', '/']); sign !== null; sign = take(reader, ['*', '/'])) {
    const right = factor(reader);
    if (sign === '/' && right.eq(0)) throw invalid('text divides by zero.');
    left = bounded(sign === '*' ? left.times(right) : left.div(right));
  }
  return left;
}

function factor(reader: Reader): Big {
  const sign = take(reader, ['+', '-']);
  if (sign !== null) return sign === '+' ? factor(reader) : factor(reader).neg();
  let base = operand(reader);
  while (take(reader, ['%']) !== null) base = base.div(100);
  return take(reader, ['^']) === null ? base : bounded(power(base, factor(reader)));
}

function operand(reader: Reader): Big {
  const next = reader.tokens[reader.at];
  reader.at += 1;
  if (next === undefined) throw invalid('text is not a whole expression.');
  if ('number' in next) return next.number;
  if ('word' in next) return bounded(call(next.word, reader));
  if (next.sign !== '(') throw invalid(`text has ${next.sign} where a number is expected.`);
  const value = expression(reader);
  close(reader);
  return value;
}

function call(name: string, reader: Reader): Big {
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
