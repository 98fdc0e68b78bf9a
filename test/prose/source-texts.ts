import {
  type Comment,
  type Expression,
  parseSync,
  type PrivateIdentifier,
  type TemplateLiteral,
  Visitor,
} from 'oxc-parser';

import { lineAt, type Text } from './texts.ts';

/** Comments and texts of a source file: the titles of a test, in other files the string literals that are sentences. */
export function sourceTexts(file: string, source: string): readonly Text[] {
  const { comments, program } = parseSync(file, source);
  const texts: Text[] = [];
  const isTest = /(^|\/)test\//.test(file);
  const partsOfSums = new Set<number>();

  function add({ start }: Expression, text: string): void {
    const paragraphs = text.split(paragraphEnd).map((part) => ({ line: lineAt(source, start), text: part }));
    texts.push(...paragraphs.filter((part) => isTest || isSentence(part.text)));
  }

  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (!isTest || !/^(it|test|describe)\b/.test(source.slice(callee.start, callee.end))) return;
      if (title?.type === 'Literal' && typeof title.value === 'string') add(title, title.value);
      if (title?.type === 'TemplateLiteral') add(title, partsOf(title).join(' '));
    },
    BinaryExpression(sum) {
      if (isTest || sum.operator !== '+' || partsOfSums.has(sum.start)) return;
      const parts = partsOfSum(sum);
      for (const { start } of [sum, ...parts]) partsOfSums.add(start);
      add(sum, parts.map((part) => textOf(part) ?? 'x').join(''));
    },
    Literal(literal) {
      const text = textOf(literal);
      if (!isTest && text !== null && !partsOfSums.has(literal.start)) add(literal, text);
    },
    TemplateLiteral(template) {
      if (!isTest && !partsOfSums.has(template.start))
        for (const part of partsOf(template)) add(template, part);
    },
  }).visit(program);

  return [...comments.reduce(joined(source), []).flatMap(textsOfComment(source)), ...texts];
}

type Part = Expression | PrivateIdentifier;

/** The summands of a text that is put together by `+`. */
const partsOfSum = (part: Part): readonly Part[] =>
  part.type === 'BinaryExpression' && part.operator === '+'
    ? [...partsOfSum(part.left), ...partsOfSum(part.right)]
    : [part];

function textOf(part: Part): string | null {
  if (part.type === 'TemplateLiteral') return partsOf(part).join(' ');
  return part.type === 'Literal' && typeof part.value === 'string' ? part.value : null;
}

const paragraphEnd = /\n\s*\n|\n\s*(?=- )/;

const inlineTag = /<\/?(a|abbr|b|code|em|i|small|span|strong|time)\b[^>]*>/g;

/** The texts between the tags of a template; a value in it stands for a word. */
const partsOf = ({ quasis }: TemplateLiteral): readonly string[] =>
  quasis
    .map(({ value }) => value.cooked ?? '')
    .join('x')
    .replaceAll(inlineTag, '')
    .split(/<[^>]*>/);

const isSentence = (text: string) => /^\s*[A-Z][a-z]*[ ,]/.test(text) && text.trim().split(/\s+/).length > 2;

/** Comments of whole lines that follow each other are one. */
const joined = (source: string) => (before: readonly Comment[], comment: Comment) => {
  const last = before.at(-1);
  const isNext = last?.type === 'Line' && comment.type === 'Line';
  if (!isNext || !/^\n[ \t]*$/.test(source.slice(last.end, comment.start))) return [...before, comment];
  return [...before.slice(0, -1), { ...last, value: `${last.value}\n${comment.value}`, end: comment.end }];
};

const isDirective = (text: string) => /^\s*(oxlint|eslint|@ts-|[#@]__)/.test(text);

const textsOfComment =
  (source: string) =>
  (comment: Comment): readonly Text[] => {
    if (isDirective(comment.value)) return [];
    const lines = comment.value.replaceAll(/^[ \t]*\*+ ?/gm, '');
    return lines.split(paragraphEnd).map((text) => ({ line: lineAt(source, comment.start), text }));
  };
