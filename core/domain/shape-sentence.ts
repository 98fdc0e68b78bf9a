import type { ShapeType } from './shape.ts';

/** That something in the deliveries of a sender is of another type than before. */
export interface ShapeChange {
  /** JSON pointer with `*` for the places of a list. */
  readonly pointer: string;
  readonly was: ShapeType;
  readonly is: ShapeType;
  /** Epoch milliseconds. */
  readonly since: number;
}

const weekMs = 6 * 24 * 60 * 60 * 1000;

const withArticle: Readonly<Record<ShapeType, string>> = {
  number: 'a number',
  text: 'a text',
  'true or false': 'true or false',
  list: 'a list',
  object: 'an object',
};

/** As in `` `order.total` was a number, is a text `` */
export const shapeWords = ({ pointer, was, is }: Omit<ShapeChange, 'since'>): string =>
  `\`${pathOf(pointer)}\` was ${withArticle[was]}, is ${withArticle[is]}`;

/** As in `` `order.total` was a number, is missing or null`` */
export const lackWords = ({ pointer, was }: Pick<ShapeChange, 'pointer' | 'was'>): string =>
  `\`${pathOf(pointer)}\` was ${withArticle[was]}, is missing or null`;

/** A change with when it began: `… since Tuesday.` */
export function shapeSentence(
  { since, ...change }: ShapeChange,
  { timeZone, now }: { readonly timeZone: string; readonly now: number },
): string {
  const style = now - since < weekMs ? { weekday: 'long' as const } : { dateStyle: 'long' as const };
  const day = new Intl.DateTimeFormat('en-GB', { ...style, timeZone }).format(since);
  return `${shapeWords(change)} since ${day}.`;
}

/** As it is written in filters and instructions. */
export const pathOf = (pointer: string): string => pointer.slice(1).replaceAll('/', '.');
