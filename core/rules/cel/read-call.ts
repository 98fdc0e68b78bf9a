import type { ASTNode } from '@marcbachmann/cel-js';
import { RE2JS, RE2JSException } from 're2js';

import { type Expression, literalText, type MacroName } from './expression.ts';
import { methods } from './functions.ts';
import type { CelFunction } from './functions/cel-function.ts';
import { checkHeader, nearest, type Reading, type Scope } from './reading.ts';
import { isZone } from './times.ts';

const macros: readonly MacroName[] = ['all', 'exists', 'exists_one', 'filter', 'map'];
const isMacro = (name: string): name is MacroName => macros.some((macro) => macro === name);

type Args<Op> = Extract<ASTNode, { op: Op }>['args'];

/** `size(x)`, `has(x.y)`. */
export function readCall(
  node: ASTNode,
  [name, args]: Args<'call'>,
  scope: Scope,
  reading: Reading,
): Expression {
  if (name === 'has') return readHas(node.start, args, scope, reading);
  if (name === 'ask' || name === 'field') return readWords(name, node.start, args, reading);
  const { functions } = reading.language;
  const callee = functions.get(name);
  return callee === undefined
    ? reading.refuse(
        node.start,
        `There is no function "${name}".`,
        nearest(name, [...functions.keys(), 'has', 'ask', 'field']),
      )
    : {
        kind: 'call',
        name,
        isMethod: false,
        callee,
        args: readArgs(callee, name, node.start, args, scope, reading),
      };
}

/** `x.size()`, `x.exists(y, …)`. */
export function readMethod([name, target, args]: Args<'rcall'>, scope: Scope, reading: Reading): Expression {
  const of = reading.read(target, scope);
  const at = reading.text.indexOf(name, target.end);
  if (isMacro(name)) return readMacro(name, of, at, args, scope, reading);
  if (name === 'matches') return readMatches(of, at, args, reading);
  const callee = methods.get(name);
  return callee === undefined
    ? reading.refuse(
        at,
        `There is no function "${name}" of a value.`,
        nearest(name, [...methods.keys(), ...macros, 'matches']),
      )
    : {
        kind: 'call',
        name,
        isMethod: true,
        callee,
        args: [of, ...readArgs(callee, name, at, args, scope, reading)],
      };
}

function readArgs(
  { args: [min, max], hasZone, second }: CelFunction,
  name: string,
  at: number,
  written: readonly ASTNode[],
  scope: Scope,
  reading: Reading,
): readonly Expression[] {
  const { length } = written;
  const expected = `${min === max ? min : `${min} to ${max}`} argument${max === 1 ? '' : 's'}`;
  if (length < min || length > max)
    reading.refuse(at, `${name}() takes ${expected}, not ${length}.`, expected);
  const args = written.map((arg) => reading.read(arg, scope));
  const zone = hasZone === true && length === max ? args.at(-1) : undefined;
  if (zone !== undefined && !isZone(literalText(zone) ?? ''))
    reading.refuse(written.at(-1)?.start ?? at, 'This is no time zone.', '"Europe/Berlin" or "+02:00"');
  if (second !== undefined && written[1] !== undefined && !second.isFit(literalText(args[1]) ?? ''))
    reading.refuse(written[1].start, `This is nothing that ${name}() takes.`, second.expected);
  return args;
}

function readHas(at: number, args: readonly ASTNode[], scope: Scope, reading: Reading): Expression {
  const [path] = args;
  if (args.length === 1 && path?.op === 'call' && path.args[0] === 'field') {
    const field = reading.read(path, scope);
    return field.kind === 'field' ? { ...field, kind: 'has-field' } : field;
  }
  if (args.length !== 1 || path?.op !== '.')
    return reading.refuse(at, 'has() asks for one member.', 'has(body.status), or "odd-name" in body');
  const [of, member] = [reading.read(path.args[0], scope), path.args[1]];
  checkHeader(of, member, path.pos, reading);
  return { kind: 'has', of, member };
}

/** `ask("…")` and `field("…")`, whose words are known before there is a delivery. */
function readWords(
  name: 'ask' | 'field',
  at: number,
  args: readonly ASTNode[],
  reading: Reading,
): Expression {
  const words = textOf(args);
  if (words === null || words.trim() === '')
    return reading.refuse(
      args[0]?.start ?? at,
      `${name}() takes one text that stands in the expression.`,
      name === 'ask' ? 'ask("is the message angry?")' : 'field("payment status")',
    );
  if (name === 'field') return { kind: 'field', words };
  const { asksMax } = reading.language;
  if (asksMax === 0) return reading.refuse(at, 'A plan asks no model.', 'a comparison');
  if (reading.nesting > 0)
    return reading.refuse(at, 'ask() is not asked for each item.', 'ask() outside of the macro');
  reading.questions.add(words);
  return reading.questions.size > asksMax
    ? reading.refuse(at, `A condition asks ${asksMax} questions at most.`, 'one question for several')
    : { kind: 'ask', question: words };
}

/** The only argument, where it is a text that stands in the expression. */
function textOf(args: readonly ASTNode[]): string | null {
  const [only] = args;
  return args.length === 1 && only?.op === 'value' && typeof only.args === 'string' ? only.args : null;
}

function readMacro(
  name: MacroName,
  of: Expression,
  at: number,
  [variable, ...rest]: readonly ASTNode[],
  scope: Scope,
  reading: Reading,
): Expression {
  const [first, second] = rest;
  const hasFilter = name === 'map' && rest.length === 2;
  if (variable?.op !== 'id' || first === undefined || (rest.length !== 1 && !hasFilter))
    return reading.refuse(
      at,
      `${name}() takes a name for each item, and what is said of it.`,
      `${name}(item, …)`,
    );
  const slot = reading.nesting;
  const inside = new Map(scope).set(variable.args, { kind: 'local', name: variable.args, slot, of });
  reading.nesting += 1;
  reading.slots = Math.max(reading.slots, reading.nesting);
  const filter = second === undefined ? null : reading.read(first, inside);
  const body = reading.read(second ?? first, inside);
  reading.nesting -= 1;
  return { kind: 'macro', name, of, variable: variable.args, slot, filter, body };
}

const patternCharsMax = 200;
/** Of all patterns, in instructions: a count of repeats may stand for thousands. */
const patternSizesMax = 5_000;

function readMatches(of: Expression, at: number, args: readonly ASTNode[], reading: Reading): Expression {
  const pattern = textOf(args);
  const start = args[0]?.start ?? at;
  if (pattern === null || pattern.length > patternCharsMax)
    return reading.refuse(
      start,
      `matches() takes one pattern of at most ${patternCharsMax} characters that stands in the expression.`,
      'matches("^inv-[0-9]+$")',
    );
  try {
    const compiled = RE2JS.compile(pattern);
    reading.patternSizes += compiled.programSize();
    return reading.patternSizes > patternSizesMax
      ? reading.refuse(start, 'The patterns are too large.', 'smaller counts of repeats')
      : { kind: 'matches', of, pattern, compiled };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return reading.refuse(start, `The pattern cannot be used: ${error.message}.`, 'a pattern in RE2 syntax');
  }
}
