import { compileCondition } from '#rules/condition.ts';

const fence = /```[^\n`]*\n([^]*?)```/g;
const span = /`([^`\n]+)`/g;
/** Prose of people has none of these; a part of an expression has. */
const signs = /[=<>&|[\]{}"`]/;

/**
 * The expression in an answer, without fences and prose around it. The whole answer where it is not certain which part of it
 * is meant: a part of an expression may be one, too.
 */
export function writtenExpression(answer: string): string {
  const text = answer.trim();
  if (compiles(text)) return text;
  return onlyOne(insideOf(text, fence)) ?? onlyOne(insideOf(text, span)) ?? paragraphOf(text) ?? text;
}

const compiles = (text: string): boolean => compileCondition(text).state === 'compiled';

const insideOf = (text: string, marks: RegExp): readonly string[] =>
  [...text.matchAll(marks)].map(([, inside = '']) => inside.trim());

const onlyOne = (texts: readonly string[]): string | null => (texts.length === 1 ? (texts[0] ?? null) : null);

function paragraphOf(text: string): string | null {
  const [expressions, prose] = split(text.split(/\n\s*\n|(?<=:)\s*\n/).map((part) => part.trim()));
  return prose.some((part) => signs.test(part)) ? null : onlyOne(expressions);
}

const split = (parts: readonly string[]): readonly [readonly string[], readonly string[]] => [
  parts.filter(compiles),
  parts.filter((part) => !compiles(part)),
];
