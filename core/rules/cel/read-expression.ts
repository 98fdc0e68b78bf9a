import type { ASTNode } from '@marcbachmann/cel-js';
import { Big } from 'big.js';

import {
  type BinaryOperator,
  binaryOperators,
  type Expression,
  literalText,
  type VariableName,
} from './expression.ts';
import type { Fault } from './fault.ts';
import { functions } from './functions.ts';
import { readCall, readMethod } from './read-call.ts';
import {
  checkHeader,
  type Language,
  nearest,
  type Reading,
  Refused,
  type Scope,
  startReading,
} from './reading.ts';

const variables: ReadonlySet<string> = new Set<VariableName>([
  'body',
  'text',
  'headers',
  'event',
  'sender',
  'reference',
  'receivedAt',
]);
export const isVariable = (name: string): name is VariableName => variables.has(name);

const ofConditions: Language = { functions, asksMax: 3, scope: new Map() };

/** The library's tree as ours: names, numbers of arguments, patterns and zones are checked on the way. */
export function readExpression(
  text: string,
  tree: ASTNode,
  language: Language = ofConditions,
): { readonly expression: Expression; readonly slots: number } | { readonly fault: Fault } {
  const reading = startReading(text, language, readNode);
  try {
    return { expression: reading.read(tree, language.scope), slots: reading.slots };
  } catch (error) {
    if (error instanceof Refused) return { fault: error.fault };
    throw error;
  }
}

type BinaryNode = Extract<ASTNode, { op: BinaryOperator }>;
const isBinary = (node: ASTNode): node is BinaryNode =>
  binaryOperators.some((operator) => operator === node.op);

function readNode(node: ASTNode, scope: Scope, reading: Reading): Expression {
  const inner = (part: ASTNode): Expression => reading.read(part, scope);
  if (isBinary(node)) return readBinary(node, inner, reading);
  switch (node.op) {
    case 'value':
      return readLiteral(node.args, node, reading);
    case 'id':
      return readName(node.args, node.start, scope, reading);
    case '.':
      return readMember(inner(node.args[0]), node.args[1], node.pos, reading);
    case '[]': {
      const [of, index] = [inner(node.args[0]), inner(node.args[1])];
      const member = literalText(index);
      return member === null
        ? { kind: 'index', of, index }
        : readMember(of, member, node.args[1].start, reading);
    }
    case 'list':
      return { kind: 'list', items: node.args.map(inner) };
    case 'map':
      return { kind: 'map', entries: node.args.map(([name, value]) => [inner(name), inner(value)]) };
    case '?:': {
      const [test, yes, no] = node.args;
      return { kind: 'conditional', test: inner(test), yes: inner(yes), no: inner(no) };
    }
    case '&&':
    case '||':
      return { kind: node.op === '&&' ? 'and' : 'or', of: sideBySide(node, node.op).map(inner) };
    case '!_':
      return { kind: 'not', of: inner(node.args) };
    case '-_':
      return readNegative(inner(node.args));
    case 'call':
      return readCall(node, node.args, scope, reading);
    case 'rcall':
      return readMethod(node.args, scope, reading);
    case '.?':
    case '[?]':
      return reading.refuse(
        node.start,
        'Optional members are not in this language.',
        'has(), then the member',
      );
  }
}

/** The library lets `<` bind tighter than `==`, where CEL reads both from the left. */
function readBinary(
  { op, args: [left, right] }: BinaryNode,
  inner: (part: ASTNode) => Expression,
  reading: Reading,
): Expression {
  if ((op === '==' || op === '!=') && isOrder(right.op))
    reading.refuse(
      right.start,
      `After ${op} a comparison could be read in two ways.`,
      'the comparison first: (b < c) == a',
    );
  const [one, other] = [inner(left), inner(right)];
  if (op === 'in') checkHeader(other, literalText(one) ?? '', left.start, reading);
  return { kind: 'binary', operator: op, left: one, right: other };
}

const isOrder = (op: string): boolean => ['<', '<=', '>', '>=', 'in'].includes(op);

/** The parts of `a && b && c`, from its left-leaning tree. */
function sideBySide(node: ASTNode, operator: '&&' | '||'): readonly ASTNode[] {
  const parts: ASTNode[] = [];
  let rest = node;
  while (rest.op === operator) {
    parts.push(rest.args[1]);
    rest = rest.args[0];
  }
  return [rest, ...parts.toReversed()];
}

function readLiteral(value: unknown, { start, end }: ASTNode, reading: Reading): Expression {
  const written = reading.text.slice(start, end);
  if (value === null || typeof value === 'string' || typeof value === 'boolean')
    return { kind: 'literal', value };
  if (typeof value === 'bigint')
    return { kind: 'literal', value: BigInt.asIntN(64, value) === value ? value : new Big(String(value)) };
  if (typeof value !== 'number')
    return reading.refuse(
      start,
      'Bytes and unsigned integers are not in this language.',
      'a text or a number',
    );
  // A double that would change the digits is kept as a decimal.
  return { kind: 'literal', value: new Big(written).eq(value) ? value : new Big(written) };
}

const intMin = -(2n ** 63n);

/** The smallest integer is written as the negative of one that is too large. */
function readNegative(of: Expression): Expression {
  if (of.kind !== 'literal') return { kind: 'negate', of };
  const { value } = of;
  if (typeof value === 'number' || (typeof value === 'bigint' && value !== intMin))
    return { kind: 'literal', value: -value };
  if (!(value instanceof Big)) return { kind: 'negate', of };
  const opposite = value.times(-1);
  return { kind: 'literal', value: opposite.eq(String(intMin)) ? intMin : opposite };
}

function readName(name: string, at: number, scope: Scope, reading: Reading): Expression {
  const local = scope.get(name);
  if (local !== undefined) return local;
  return isVariable(name)
    ? { kind: 'variable', name }
    : reading.refuse(at, `There is no variable "${name}".`, nearest(name, [...variables, ...scope.keys()]));
}

function readMember(of: Expression, member: string, at: number, reading: Reading): Expression {
  checkHeader(of, member, at, reading);
  return { kind: 'select', of, member };
}
