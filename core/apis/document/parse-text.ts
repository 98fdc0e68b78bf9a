import { parse as parseYaml } from 'yaml';

import { DocumentFault } from './fault.ts';

const depthMax = 200;
const valuesMax = 4_000_000;
const aliasesMax = 100;

/** A document of JSON or YAML as a value. Throws DocumentFault. */
export function parseText(text: string): unknown {
  const value = valueOf(text.replace(/^\uFEFF/, ''));
  assertBounded(value);
  return value;
}

function valueOf(text: string): unknown {
  const isJson = /^\s*[[{]/.test(text);
  try {
    return isJson ? JSON.parse(text) : parseYaml(text, { maxAliasCount: aliasesMax, logLevel: 'silent' });
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep();
    // Flow collections of YAML begin like JSON.
    if (isJson) throw new DocumentFault('The document is no JSON.');
    throw new DocumentFault('The document is neither JSON nor YAML.');
  }
}

const tooDeep = () => new DocumentFault(`The document is nested deeper than ${depthMax} levels.`);

/** Everything that comes after it recurses. */
function assertBounded(root: unknown): void {
  let left = valuesMax;
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > depthMax) throw tooDeep();
    left -= level.length;
    if (left < 0) throw new DocumentFault(`The document has more than ${valuesMax} values.`);
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value as object) : [],
    );
  }
}
