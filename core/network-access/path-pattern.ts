/** How two texts of a path are compared: as they are, or as a tolerant server does. */
export type Spelling = (segment: string, isLast: boolean) => string;

export const exactly: Spelling = (segment) => segment;

/** Without case, compatibility forms, dots and spaces at the end, and the ending of a last segment such as `.json`. */
export const tolerantly: Spelling = (segment, isLast) => {
  const folded = segment
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .trim()
    .replace(/[. ]+$/, '');
  return isLast ? folded.replace(/(?<=.)\.[a-z0-9]{1,5}$/, '') : folded;
};

/** `*` stands for one whole segment, which is not empty and no place of a secret; `**` at the end for any rest. */
export function coversPath(pattern: string, path: string, spelling: Spelling = exactly): boolean {
  const hasRest = pattern.endsWith('/**');
  const last = path.split('/').length - 1;
  const segments = (text: string) =>
    text.split('/').map((segment, index) => spelling(segment, index === last));
  const [wanted, found] = [segments(hasRest ? pattern.slice(0, -'/**'.length) : pattern), segments(path)];
  return (
    (hasRest ? wanted.length <= found.length : wanted.length === found.length) &&
    wanted.every((part, index) => part === found[index] || (part === '*' && isOneSegment(found[index])))
  );
}

const isOneSegment = (segment: string | undefined): boolean =>
  segment !== undefined && segment !== '' && !segment.includes('{{secret.');

/** Whole segments: `/v1` covers `/v1` and `/v1/x`, never `/v10`. */
export const prefixCoversPath = (prefix: string, path: string, spelling: Spelling = exactly): boolean =>
  coversPath(prefix === '/' ? '/**' : `${prefix}/**`, path, spelling);

/** For sorting: of two patterns that cover one path, the more specific has the greater text. */
export const specificityOf = (pattern: string): string =>
  pattern
    .split('/')
    .slice(1)
    .map((segment) => (segment === '**' ? '0' : segment === '*' ? '2' : '3'))
    .join('')
    .replace(/(?<!0)$/, '1');
