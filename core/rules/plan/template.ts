import { isReservedForSecrets, secretNameIn, secretNamePattern } from '#domain/named-secret.ts';
import type { Expression } from '../cel/expression.ts';
import { type Fault, faultAt } from '../cel/fault.ts';
import { parse } from '../cel/parse.ts';
import { readExpression } from '../cel/read-expression.ts';
import type { Scope } from '../cel/reading.ts';
import { isReadableLength } from '../language/readable-length.ts';
import { planFunctions } from './functions/index.ts';

/** Literal text, what is filled in from a delivery, and the places of secrets. */
export type TemplatePart = string | Expression | { readonly secret: string };
export type Template = readonly TemplatePart[];

export const isExpression = (part: TemplatePart | undefined): part is Expression =>
  typeof part === 'object' && 'kind' in part;

/** Whether a delivery fills anything of it. */
export const isFilled = (template: Template): boolean => template.some(isExpression);

/** A text of a plan that is read. */
export interface Place {
  /** Such as `steps[0].request.url`. */
  readonly path: string;
  /** The item of `forEach`. */
  readonly scope: Scope;
  /** Slots that the expressions of the plan need at most. */
  readonly slots: { most: number };
}

/** Thrown by {@link refuse}, and caught by who began to read the plan. */
export class InvalidPlan extends Error {
  readonly fault: Fault & { readonly path: string };
  constructor(path: string, fault: Fault) {
    super(fault.message);
    this.fault = { path, ...fault };
  }
}

export function refuse({ path }: Place, text: string, message: string, expected: string, at = 0): never {
  throw new InvalidPlan(path, faultAt(text, at, message, expected));
}

/** The expression in a part of a text. */
export function readPart(place: Place, text: string, from = 0, to = text.length): Expression {
  const source = text.slice(from, to);
  if (!isReadableLength(source))
    refuse(place, text, 'An expression has at most 4 KB.', 'a shorter one', from);
  // Blanks in front of it keep the lines and columns of faults.
  const padded = text.slice(0, from).replace(/[^\n]/g, ' ') + source;
  const parsed = parse(padded);
  const language = { functions: planFunctions, asksMax: 0, scope: place.scope };
  const read = 'fault' in parsed ? parsed : readExpression(padded, parsed.tree, language);
  if ('fault' in read) throw new InvalidPlan(place.path, read.fault);
  place.slots.most = Math.max(place.slots.most, read.slots);
  return read.expression;
}

/** Where `{{` stands in a text, and its `}}`; null where it has none. */
export function* placesIn(text: string): Generator<readonly [open: number, end: number | null]> {
  for (let open = text.indexOf('{{'); open !== -1;) {
    const end = endOf(text, open + 2);
    yield [open, end];
    if (end === null) return;
    open = text.indexOf('{{', end + 2);
  }
}

/** A text with `{{expressions}}` and `{{secret.name}}`. */
export function readTemplate(place: Place, text: string): Template {
  const parts: TemplatePart[] = [];
  let from = 0;
  for (const [open, end] of placesIn(text)) {
    if (end === null) return refuse(place, text, '"{{" has no end.', '}}', open);
    parts.push(text.slice(from, open), readPlaced(place, text, open + 2, end));
    from = end + 2;
  }
  return [...parts, text.slice(from)].filter((part) => part !== '');
}

function readPlaced(place: Place, text: string, from: number, to: number): TemplatePart {
  const content = text.slice(from, to);
  if (!isReservedForSecrets(content)) return readPart(place, text, from, to);
  const secret = secretNameIn(content);
  return secret !== null && secretNamePattern.test(secret)
    ? { secret }
    : refuse(place, text, 'This is no name of a secret.', '{{secret.name}}', from);
}

/** Texts of CEL, brackets, and whatever else. */
const token = /("""|''')[^]*?\1|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'|[^]/g;

/** Where `}}` ends what begins here, outside of texts and of objects; null for nowhere. */
function endOf(text: string, from: number): number | null {
  let depth = 0;
  token.lastIndex = from;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [found] = match;
    if (found === '{') depth += 1;
    if (found !== '}') continue;
    if (depth === 0 && text.startsWith('}}', match.index)) return match.index;
    depth -= 1;
  }
  return null;
}
