import { currencyFunctions } from './currency.ts';
import { dateFunctions } from './dates.ts';
import { listFunctions } from './lists.ts';
import { numberFunctions } from './numbers.ts';
import type { TemplateFunction } from './template-function.ts';
import { textFunctions } from './texts.ts';

/** All functions that templates know, by name. */
export const templateFunctions: Readonly<Record<string, TemplateFunction>> = {
  ...numberFunctions,
  ...currencyFunctions,
  ...dateFunctions,
  ...textFunctions,
  ...listFunctions,
};
