import type { Document, ParsedNode, ScalarTag, YAMLMap } from 'yaml';
import { invalid, overLimit } from '../../refuse.ts';
import {
  isRawNumber,
  jsonDepthMax,
  type JsonTree,
  type NonFinite,
  type RawNumber,
  treeOf,
} from '../json/json-tree.ts';
import { positionOf } from '../lines/position.ts';
import { loadLibrary } from '../../load-library.ts';

const aliasesMax = 100;
/** Flow brackets may nest as deep as the text is long, and the parser recurses into them. */
const flowDepthMax = jsonDepthMax;

/** Fractions keep their digits if they are valid JSON. */
export const exactFloat: ScalarTag = {
  identify: isRawNumber,
  default: true,
  tag: 'tag:yaml.org,2002:float',
  test: /^[-+]?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/,
  resolve: (source) => ({ rawNumber: source.replace(/^\+/, '') }) satisfies RawNumber,
  stringify: ({ value }) => (isRawNumber(value) ? value.rawNumber : String(value)),
};

/** A rough count (brackets in quotes count too), checked before parsing. */
function assertFlowDepth(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '[' || character === '{') depth += 1;
    else if ((character === ']' || character === '}') && depth > 0) depth -= 1;
    if (depth > flowDepthMax)
      throw overLimit(`text opens more than ${flowDepthMax} brackets inside each other.`);
  }
}

/** Block collections nest by their indentation, or by dashes on one line. */
function assertBlockDepth(text: string): void {
  for (const line of text.split('\n')) {
    const openings = /^(?:[ ]*[-?:] )+/.exec(line)?.[0].replaceAll(' ', '').length ?? 0;
    if (openings > flowDepthMax) throw overLimit(`text nests more than ${flowDepthMax} levels on one line.`);
  }
  const indents: number[] = [];
  for (const line of text.split('\n')) {
    const indent = line.length - line.trimStart().length;
    if (indent === line.length) continue;
    while ((indents.at(-1) ?? -1) >= indent) indents.pop();
    indents.push(indent);
    if (indents.length > flowDepthMax) throw overLimit(`text is nested deeper than ${flowDepthMax} levels.`);
  }
}

/** A directive must be followed by a document, and %YAML may come once for each. */
function assertDirectives(text: string): void {
  let directives: string[] = [];
  let isBetweenDocuments = true;
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|[\r\n]/)) {
    if (isBetweenDocuments && line.startsWith('%')) directives.push(line);
    else if (/^---(?:\s|$)/.test(line)) {
      if (directives.filter((directive) => /^%YAML\s/.test(directive)).length > 1)
        throw invalid('text is not valid YAML: %YAML comes twice before one document.');
      directives = [];
      isBetweenDocuments = false;
    } else if (/^\.\.\.(?:\s|$)/.test(line)) isBetweenDocuments = true;
    else if (!/^\s*(?:#|$)/.test(line)) isBetweenDocuments = false;
  }
  const [first] = directives;
  if (first !== undefined)
    throw invalid(`text is not valid YAML: no document follows the directive ${first.slice(0, 100)}.`);
}

function refusal(text: string, message: string, offset: number | undefined): Error {
  const sentence = message.replace(/[.:]$/, '');
  if (/alias count/i.test(sentence))
    return overLimit(`text has more than ${aliasesMax} aliases, or they multiply.`);
  const where = offset === undefined ? '' : ` at ${positionOf(text, offset)}`;
  return invalid(`text is not valid YAML: ${sentence}${where}.`);
}

/** The library compares all keys with each other, which is quadratic; a set is linear. */
function duplicateKey(
  map: YAMLMap,
): { readonly name: string; readonly offset: number | undefined } | undefined {
  const seen = new Set<string>();
  for (const { key } of map.items) {
    const { value, range } = (key ?? {}) as { value?: unknown; range?: readonly number[] | null };
    if (value === undefined || typeof value === 'symbol') continue;
    const plain = isRawNumber(value) ? value.rawNumber : (value as string | number | bigint | boolean | null);
    const name = `${typeof value}:${plain}`;
    if (seen.has(name)) return { name: name.slice(name.indexOf(':') + 1), offset: range?.[0] };
    seen.add(name);
  }
  return undefined;
}

/** Every document of a YAML stream. YAML 1.2 core schema, merge keys included; keys become strings. */
export async function parseYaml(text: string, nonFinite: NonFinite): Promise<readonly JsonTree[]> {
  return (await readYaml(text)).map((value) => treeOf(value, nonFinite));
}

/** The values of every document, with maps as Map; keys may be of any kind. */
export async function readYaml(text: string): Promise<readonly unknown[]> {
  assertFlowDepth(text);
  assertBlockDepth(text);
  assertDirectives(text);
  const { parseAllDocuments, visit } = await loadLibrary('yaml', () => import('yaml'));
  const documents = withoutStacks(() =>
    parseAllDocuments<ParsedNode>(text, {
      intAsBigInt: true,
      merge: true,
      // Pretty messages copy the text around each error, and there can be one for every character.
      prettyErrors: false,
      uniqueKeys: false,
      logLevel: 'silent',
      customTags: (tags) => [exactFloat, ...tags].toSorted((a, b) => rank(a) - rank(b)),
    }),
  );
  return ('empty' in documents ? [] : documents).map((document: Document.Parsed) => {
    const [error] = document.errors;
    if (error !== undefined) throw refusal(text, error.message, error.pos[0]);
    visit(document, {
      Map(_, map) {
        const duplicate = duplicateKey(map);
        if (duplicate !== undefined)
          throw refusal(text, `the key ${duplicate.name} comes twice`, duplicate.offset);
      },
    });
    try {
      return document.toJS({ maxAliasCount: aliasesMax, mapAsMap: true }) as unknown;
    } catch (thrown) {
      throw refusal(text, thrown instanceof Error ? thrown.message : 'it cannot be read', undefined);
    }
  });
}

/** Integers come before fractions, whose pattern also matches integers. */
function rank(tag: unknown): number {
  return tag === exactFloat ? 1 : isFloatTag(tag) ? 2 : 0;
}

function isFloatTag(tag: unknown): boolean {
  return typeof tag === 'object' && tag !== null && 'tag' in tag && tag.tag === 'tag:yaml.org,2002:float';
}

/** Runs what may make an error for every character of a text: collecting where each was made takes most of that time. */
function withoutStacks<Result>(run: () => Result): Result {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return run();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
