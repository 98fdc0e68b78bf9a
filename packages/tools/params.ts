import { z } from 'zod';

/** UTF-16 units in one input. */
export const textCharsMax = 200_000;

/** A text input; lone surrogates, which cannot be encoded, become U+FFFD. */
export function textParam(description = 'The text to work on.', charsMax = textCharsMax) {
  return z
    .string()
    .max(charsMax)
    .overwrite((text) => text.toWellFormed())
    .describe(description);
}

export function flagParam(description: string, byDefault = false) {
  return z.boolean().default(byDefault).describe(description);
}

export function integerParam(description: string, min: number, max: number, byDefault: number) {
  return z.int().min(min).max(max).default(byDefault).describe(description);
}

export function choiceParam<const Choices extends readonly [string, ...string[]]>(
  description: string,
  choices: Choices,
  byDefault: Choices[number],
) {
  return z.enum(choices).default(byDefault).describe(description);
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

export const localeParam = z
  .string()
  .max(50)
  .refine(isLocale, 'must be a language tag such as en, tr or pt-BR')
  .default('en')
  .describe('BCP 47 language tag, such as en, tr or pt-BR.');

/** 42 and "42" are the same seed. */
export const seedParam = z
  .union([z.string().max(200), z.number()])
  .optional()
  .describe('The same seed gives the same result. Without a seed the result is fresh and random.');
