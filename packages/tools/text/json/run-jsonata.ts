import { ToolError } from '../../tool-error.ts';
import { invalid, overLimit } from '../../refuse.ts';
import { type JsonTree, plainOf, treeOf } from './json-tree.ts';
import { compilePattern } from '../patterns/pattern.ts';
import { loadLibrary } from '../../load-library.ts';

const stackMax = 200;
const sequenceMax = 100_000;
const timeoutMs = 1_500;
const padCharsMax = 10_000;
const limitCodes: ReadonlySet<unknown> = new Set(['D1011', 'D1012', 'D2014', 'D2015']);

/** Functions that depend on the time or on random numbers, or that evaluate further programs. */
const refusedFunctions = ['now', 'millis', 'random', 'shuffle', 'eval'] as const;

function linearPattern(native: RegExp) {
  try {
    return compilePattern(native.source, native.flags.replace(/[^ims]/g, ''));
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const message = error.message.replace('params.pattern cannot', 'expression has a pattern that cannot');
    throw new ToolError(error.code, message, error.hint === undefined ? {} : { hint: error.hint });
  }
}

/**
 * The interface that JSONata needs of a regular expression, on the linear-time engine. The native object is only read,
 * never run. JSONata calls it with `new`, which returns the object.
 */
function LinearRegex(native: RegExp) {
  const pattern = linearPattern(native);
  return {
    lastIndex: 0,
    exec(text: string) {
      const matcher = pattern.matcher(text);
      if (this.lastIndex > text.length || !matcher.find(this.lastIndex)) {
        this.lastIndex = 0;
        return null;
      }
      const groups = Array.from(
        { length: matcher.groupCount() + 1 },
        (_, at) => matcher.group(at) ?? undefined,
      );
      this.lastIndex = matcher.end();
      return Object.assign(groups, { index: matcher.start() });
    },
  };
}

/** JSONata compiles the signature of a function to a native regular expression, so signatures are refused. */
function hasSignature(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if ('signature' in node && node.signature !== undefined) return true;
  return Object.values(node).some(hasSignature);
}

function isFunction(value: unknown): boolean {
  if (typeof value === 'function') return true;
  return (
    typeof value === 'object' &&
    value !== null &&
    ('_jsonata_function' in value || '_jsonata_lambda' in value)
  );
}

function refusal(error: unknown): Error {
  if (error instanceof ToolError) return error;
  const { message, code, position } = error as { message?: string; code?: unknown; position?: unknown };
  const place = typeof position === 'number' ? ` (at character ${position})` : '';
  const sentence = `expression failed: ${message ?? String(error)}`.replace(/\.$/, '');
  return limitCodes.has(code) || error instanceof RangeError
    ? overLimit(`${sentence}${place}.`)
    : invalid(`${sentence}${place}.`);
}

/** Evaluates a JSONata expression; the same data and expression always give the same value. `undefined`: nothing found. */
export async function runJsonata(tree: JsonTree, expression: string): Promise<JsonTree | undefined> {
  const { default: jsonata } = await loadLibrary('jsonata', () => import('jsonata'));
  const options = { RegexEngine: LinearRegex, stack: stackMax, sequence: sequenceMax, timeout: timeoutMs };
  try {
    const compiled = jsonata(expression, options as never);
    if (hasSignature(compiled.ast()))
      throw invalid('expression declares the signature of a function, which is not supported.');
    for (const name of refusedFunctions) {
      compiled.registerFunction(name, () => {
        throw invalid(
          `expression calls $${name}, which is not available: the same call must give the same result.`,
        );
      });
    }
    compiled.registerFunction('toMillis', toMillis, '<s-s?:n>');
    compiled.registerFunction('pad', pad, '<s-ns?:s>');
    const value: unknown = await compiled.evaluate(plainOf(tree));
    if (isFunction(value)) throw invalid('expression gives a function, not a value; call it with ().');
    return value === undefined ? undefined : treeOf(value);
  } catch (error) {
    throw refusal(error);
  }
}

/** Without picture strings, for which JSONata fills missing parts from the clock. */
function toMillis(timestamp?: string, picture?: string): number | undefined {
  if (timestamp === undefined) return undefined;
  if (picture !== undefined) throw invalid('expression gives $toMillis a picture; only ISO 8601 is read.');
  const isAbsolute = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T\S{1,30}(?:Z|[+-]\d{2}:?\d{2}))?)?)?$/.test(timestamp);
  const millis = Date.parse(timestamp);
  if (Number.isNaN(millis) || !isAbsolute) {
    throw invalid('expression gives $toMillis a moment that is not ISO 8601 with an offset.');
  }
  return millis;
}

function pad(text: string | undefined, width: number, filling = ' '): string | undefined {
  if (text === undefined) return undefined;
  const length = Math.abs(width);
  if (length > padCharsMax) throw overLimit(`expression pads to more than ${padCharsMax} characters.`);
  // Counted in code points, as JSONata does: a pair of surrogates is never cut.
  const signs = Array.from(filling === '' ? ' ' : filling);
  const missing = Math.max(0, length - Array.from(text).length);
  const padding = Array.from({ length: missing }, (_, at) => signs[at % signs.length]).join('');
  return width < 0 ? padding + text : text + padding;
}
