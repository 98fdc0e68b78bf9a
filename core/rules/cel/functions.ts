import type { CelFunction } from './functions/cel-function.ts';
import { conversions } from './functions/conversions.ts';
import { ofTexts } from './functions/texts.ts';
import { ofTimes } from './functions/times.ts';

/** Functions that are called by name: `size(x)`. */
export const functions: ReadonlyMap<string, CelFunction> = new Map<string, CelFunction>(
  Object.entries(conversions),
);

/** Functions that are called on a value: `x.size()`. */
export const methods: ReadonlyMap<string, CelFunction> = new Map<string, CelFunction>(
  Object.entries({ ...ofTexts, ...ofTimes, size: { ...conversions.size, args: [0, 0] } }),
);
