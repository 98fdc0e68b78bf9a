import { codes } from './families/codes.ts';
import { data } from './families/data.ts';
import { texts } from './families/texts.ts';
import { values } from './families/values.ts';
import type { FamilyFiles } from './family-files.ts';

/** Every family, in the order of the catalogue. A file is loaded when one of its tools runs, or all at once. */
export const familyFiles: readonly FamilyFiles[] = [...texts, ...codes, ...data, ...values];
