import { Big } from 'big.js';

import type { BinaryOperator, Call, Expression } from './expression.ts';
import type { Value } from './value.ts';

const name = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Words of the language, which are no names of members after a point. */
const words = new Set(
  'in as break const continue else for function if import let loop package namespace return var void while true false null __proto__ prototype'.split(
    ' ',
  ),
);

/** How tightly an operator binds; the rest binds tighter than all. */
const strengths: Readonly<Record<BinaryOperator | '?:' | '||' | '&&', number>> = {
  '?:': 0,
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 3,
  '<=': 3,
  '>': 3,
  '>=': 3,
  in: 3,
  '+': 4,
  '-': 4,
  '*': 5,
  '/': 5,
  '%': 5,
};
const unary = 6;
const primary = 7;

/** In brackets where it binds less tightly than what is around it. */
function inside(node: Expression, strength: number): string {
  const text = formatExpression(node);
  return strengthOf(node, text) < strength ? `(${text})` : text;
}

function strengthOf(node: Expression, text: string): number {
  if (node.kind === 'and') return strengths['&&'];
  if (node.kind === 'or') return strengths['||'];
  if (node.kind === 'conditional') return strengths['?:'];
  if (node.kind === 'binary') return strengths[node.operator];
  return /^[-!]/.test(text) ? unary : primary;
}

const list = (nodes: readonly Expression[]): string => nodes.map(formatExpression).join(', ');

/** An expression as text, in one spelling: read again it is the same expression. */
export function formatExpression(node: Expression): string {
  switch (node.kind) {
    case 'and':
      return node.of.map((part) => inside(part, strengths['&&'] + 1)).join(' && ');
    case 'or':
      return node.of.map((part) => inside(part, strengths['||'] + 1)).join(' || ');
    case 'conditional':
      return `${inside(node.test, 1)} ? ${inside(node.yes, 1)} : ${inside(node.no, 0)}`;
    case 'binary': {
      const strength = strengths[node.operator];
      // Comparisons side by side are read in two ways.
      return `${inside(node.left, strength === strengths['=='] ? strength + 1 : strength)} ${node.operator} ${inside(node.right, strength + 1)}`;
    }
    case 'not':
      return `!${inside(node.of, unary)}`;
    case 'negate':
      return `-(${formatExpression(node.of)})`;
    case 'literal':
      return writeValue(node.value);
    case 'variable':
    case 'local':
      return node.name;
    case 'select':
      return inside(node.of, primary) + writeMember(node.member);
    case 'index':
      return `${inside(node.of, primary)}[${formatExpression(node.index)}]`;
    case 'has':
      return `has(${inside(node.of, primary)}.${node.member})`;
    case 'list':
      return `[${list(node.items)}]`;
    case 'map':
      return `{${node.entries.map((entry) => entry.map(formatExpression).join(': ')).join(', ')}}`;
    case 'call':
      return formatCall(node);
    case 'macro': {
      const parts = node.filter === null ? [node.body] : [node.filter, node.body];
      return `${inside(node.of, primary)}.${node.name}(${node.variable}, ${list(parts)})`;
    }
    case 'matches':
      return `${inside(node.of, primary)}.matches(${JSON.stringify(node.pattern)})`;
    case 'ask':
    case 'field':
      return `${node.kind}(${JSON.stringify(node.kind === 'ask' ? node.question : node.words)})`;
    case 'has-field':
      return `has(field(${JSON.stringify(node.words)}))`;
  }
}

function formatCall({ args, isMethod, name: called }: Call): string {
  const [first, ...rest] = args;
  return isMethod && first !== undefined
    ? `${inside(first, primary)}.${called}(${list(rest)})`
    : `${called}(${list(args)})`;
}

/** The spelling of a member after its object: `.status`, `["odd name"]`. */
export const writeMember = (member: string): string =>
  name.test(member) && !words.has(member) ? `.${member}` : `[${JSON.stringify(member)}]`;

/** A literal. Doubles keep a point, so that they stay doubles. */
function writeValue(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Big) return value.toFixed();
  if (typeof value === 'number' && !/[.e]/.test(String(value))) return `${value}.0`;
  return typeof value === 'object' ? 'null' : String(value);
}
