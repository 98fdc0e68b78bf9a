import type { Cliche } from './cliche.ts';
import { idioms } from './cliche-idioms.ts';
import { jargon } from './cliche-jargon.ts';

/** The commonest clichés of prose that says little. */
export const cliches: readonly Cliche[] = [...idioms, ...jargon];
