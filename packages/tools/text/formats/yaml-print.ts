import type { Scalar, ScalarTag } from 'yaml';
import { assertOutputFits } from '../../output.ts';
import { type JsonTree, scalarText } from '../json/json-tree.ts';
import { loadLibrary } from '../../load-library.ts';
import { exactFloat } from './yaml-bridge.ts';

/** Texts that readers of YAML 1.1 take for a line break, refuse, or read as something else than text. */
const quotedFor11 = /[\t\u007f-\u009f\u2028\u2029\ufeff]|^=$/;
const escapes: Readonly<Record<string, string>> = {
  '\u0085': String.raw`\N`,
  '\u2028': String.raw`\L`,
  '\u2029': String.raw`\P`,
};

/** A lower bound on the length: the first member of a collection may be on the line of its parent. */
function charsAtLeast(tree: JsonTree, depth: number, indent: number): number {
  const members =
    tree.kind === 'object'
      ? tree.entries
      : tree.kind === 'array'
        ? tree.items.map((item) => ['', item] as const)
        : undefined;
  if (members === undefined) return tree.kind === 'string' ? tree.value.length : 1;
  let chars = 0;
  for (const [at, [key, value]] of members.entries()) {
    chars += (at === 0 ? 0 : depth * indent) + key.length + 2 + charsAtLeast(value, depth + 1, indent);
    assertOutputFits(chars);
  }
  return chars;
}

type TextOf = (text: string) => string | Scalar;

function yamlValueOf(tree: JsonTree, textOf: TextOf): unknown {
  switch (tree.kind) {
    case 'object':
      return new Map(tree.entries.map(([key, value]) => [textOf(key), yamlValueOf(value, textOf)] as const));
    case 'array':
      return tree.items.map((item) => yamlValueOf(item, textOf));
    case 'number':
      return /^-?(?:0|[1-9]\d*)$/.test(tree.raw) && tree.raw !== '-0'
        ? BigInt(tree.raw)
        : { rawNumber: scalarText(tree) };
    case 'string':
      return textOf(tree.value);
    case 'literal':
      return tree.value;
  }
}

/** Whether the document ends with the line breaks of its last text, which are no ends of the document. */
function endsInBlockText(tree: JsonTree): boolean {
  if (tree.kind === 'string') return tree.value.endsWith('\n');
  const last =
    tree.kind === 'object' ? tree.entries.at(-1)?.[1] : tree.kind === 'array' ? tree.items.at(-1) : undefined;
  return last !== undefined && endsInBlockText(last);
}

/** YAML without a line break at its end, unless the break belongs to the last text. YAML 1.1 readers read the same. */
export async function printYaml(tree: JsonTree, indent = 2): Promise<string> {
  charsAtLeast(tree, 0, indent);
  const { Scalar, stringify } = await loadLibrary('yaml', () => import('yaml'));
  // At the left margin a text in a block is ambiguous.
  const isAlone = tree.kind === 'string' && tree.value.includes('\n');
  const textOf: TextOf = (text) => {
    if (!isAlone && !quotedFor11.test(text)) return text;
    const scalar = new Scalar(text);
    scalar.type = Scalar.QUOTE_DOUBLE;
    return scalar;
  };
  const printed = stringify(yamlValueOf(tree, textOf), {
    indent,
    lineWidth: 0,
    // Quotes words such as yes, which YAML 1.1 reads as other types.
    compat: 'yaml-1.1',
    aliasDuplicateObjects: false,
    customTags: [exactFloat satisfies ScalarTag],
  });
  const text = printed.replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (sign) => escapes[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  assertOutputFits(text.length);
  return endsInBlockText(tree) && !isAlone ? text : text.replace(/\n$/, '');
}

/** Documents of one stream; one without documents is empty. */
export async function printYamlStream(trees: readonly JsonTree[], indent: number): Promise<string> {
  const [first = '', ...more] = await Promise.all(trees.map((tree) => printYaml(tree, indent)));
  return more.reduce(
    (stream, document) => `${stream}${stream.endsWith('\n') ? '' : '\n'}---\n${document}`,
    first,
  );
}
