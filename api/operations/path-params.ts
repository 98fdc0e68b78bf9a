import { type IdKind, idPattern } from '../../domain/ids.ts';

/** A parameter of a path. Where it has a shape, every other text is 404. */
export interface PathParam {
  readonly description: string;
  readonly shape?: { readonly pattern: RegExp; readonly missing: string };
}
export type PathParams = Readonly<Record<string, PathParam>>;

/** The id of a thing of ours. */
export const idParam = (kind: IdKind, description = `The id of ${article(kind)} ${kind}.`): PathParam => ({
  description,
  shape: { pattern: idPattern(kind), missing: `There is no such ${kind}` },
});

/** Any text: what it names is looked up. */
export const textParam = (description: string): PathParam => ({ description });

const article = (noun: string) => (/^[aeiou]/.test(noun) ? 'an' : 'a');
