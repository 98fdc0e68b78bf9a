import { type Comment, parseSync, type TemplateLiteral, Visitor } from 'oxc-parser';

import { lineAt, type Text } from './texts.ts';

/** Comments and texts of a source file: the titles of a test, in other files the string literals that are sentences. */
export function sourceTexts(file: string, source: string): readonly Text[] {
  const { comments, program } = parseSync(file, source);
  const texts: Text[] = [];
  const isTest = /(^|\/)test\//.test(file);

  function add(start: number, text: string): void {
    texts.push({ line: lineAt(source, start), text });
  }

  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (!isTest || !/^(it|test|describe)\b/.test(source.slice(callee.start, callee.end))) return;
      if (title?.type === 'Literal' && typeof title.value === 'string') add(title.start, title.value);
      if (title?.type === 'TemplateLiteral') add(title.start, partsOf(title).join(' '));
    },
    Literal({ start, value }) {
      if (!isTest && typeof value === 'string' && isSentence(value)) add(start, value);
    },
    TemplateLiteral(template) {
      if (!isTest) for (const part of partsOf(template).filter(isSentence)) add(template.start, part);
    },
  }).visit(program);

  return [...comments.reduce(joined(source), []).flatMap(textsOfComment(source)), ...texts];
}

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
    return lines.split(/\n\s*\n|\n\s*(?=- )/).map((text) => ({ line: lineAt(source, comment.start), text }));
  };
