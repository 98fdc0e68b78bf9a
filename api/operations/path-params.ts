import { type IdKind, idPattern } from '#domain/ids.ts';

/** A path parameter. Values that do not match its shape are 404. */
export interface PathParam {
  readonly description: string;
  readonly shape?: { readonly pattern: RegExp; readonly missing: string };
}
export type PathParams = Readonly<Record<string, PathParam>>;

export const idParam = (kind: IdKind, description = `The id of ${article(kind)} ${kind}.`): PathParam => ({
  description,
  shape: { pattern: idPattern(kind), missing: `There is no such ${kind}` },
});

/** A number from 1 on, as people write it. */
export const numberParam = (what: string, description: string): PathParam => ({
  description,
  shape: { pattern: /^[1-9]\d{0,8}$/, missing: `There is no such ${what}` },
});

/** Any text; the handler looks it up. */
export const textParam = (description: string): PathParam => ({ description });

const article = (noun: string) => (/^[aeiou]/.test(noun) ? 'an' : 'a');
