import type { AnswerSchema } from '#contracts/answer-schema.ts';
import { describeMistake } from './describe-mistake.ts';
import { type Mistakes, mistakesIn } from './validator.ts';

/** A value of which some places are known only later. */
export interface Skeleton {
  readonly value: unknown;
  /** Pointers to the places that may become any value, and to those that become some text. */
  readonly anything: readonly string[];
  readonly texts: readonly string[];
}

/** Keywords that look at the shape of a value, and not into its members. */
const ofShape = new Set(
  'type required dependentRequired additionalProperties propertyNames minProperties maxProperties minItems maxItems'.split(
    ' ',
  ),
);
/** Keywords that weigh what other keywords find. */
const weighing = new Set('anyOf oneOf not if contains'.split(' '));

/** The first mistake that a value has whatever its unknown places become, as a sentence; null where there is none. */
export function certainMistake(schema: AnswerSchema, { value, anything, texts }: Skeleton): string | null {
  const mistakes = mistakesIn(schema, value, { all: true });
  const unknowns = [...anything, ...texts];
  const isOpen = ({ instancePath }: Mistakes[number]) =>
    unknowns.some((unknown) => isWithin(unknown, instancePath));
  // All that was found on the way to a verdict that may turn out otherwise is as open.
  const weighed = mistakes.filter((mistake) => weighing.has(mistake.keyword) && isOpen(mistake));
  const isCertain = (mistake: Mistakes[number]): boolean => {
    const { instancePath, keyword } = mistake;
    if (weighed.some((open) => isWithin(instancePath, open.instancePath))) return false;
    if (anything.some((unknown) => isWithin(instancePath, unknown))) return false;
    return !isOpen(mistake) || ofShape.has(keyword);
  };
  const found = mistakes.find(isCertain);
  return found === undefined ? null : describeMistake(schema, found);
}

const isWithin = (pointer: string, outer: string): boolean =>
  pointer === outer || pointer.startsWith(`${outer}/`);
