import { textParam } from '../../params.ts';
import { invalid } from '../../refuse.ts';

const urlCharsMax = 10_000;
export const urlParam = textParam('A URL; https:// is added if the scheme is missing.', urlCharsMax);

/** Longest name in DNS, including the final dot. */
const hostCharsMax = 254;

/**
 * Parses like browsers (WHATWG); fetches nothing. A URL that does not parse again after serialisation is
 * refused: the engine's setters parse it again, and the second setter aborts the process if that fails.
 */
export function readUrl(text: string, field = 'text'): URL {
  const source = text.trim();
  const withScheme = /^[a-z][a-z\d+.-]*:(?!\d+(?:\/|$))/i.test(source)
    ? source
    : `https://${source.replace(/^\/\//, '')}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  if (url === undefined || source === '') throw invalid(`${field} is not a URL.`);
  if (url.hostname.length > hostCharsMax)
    throw invalid(`${field} has a host name of more than ${hostCharsMax - 1} characters.`);
  if (!URL.canParse(url.href)) throw invalid(`${field} is not a URL.`);
  return url;
}
