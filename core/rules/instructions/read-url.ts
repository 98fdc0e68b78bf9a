import type { Template, UrlTemplate } from './program.ts';
import { readTemplate } from './read-template.ts';

const shape = /^(https?:\/\/[^/?#{}\\]+)(\/[^?#]*)?(?:\?([^#]*))?(?:#[^{}]*)?$/i;
/** `{id}` and `:id` as REST documentation writes them become `{{id}}`. */
const shortPlaceholder = /(?<!\{)\{([\w.]+)\}(?!\})|(?<=\/):([A-Za-z]\w*)/g;

/** `$order_id`, `${id}`, `ORDER_ID`: a place to be filled, in a way that is not ours. */
const foreignPlaceholder = /\$\{?[A-Za-z]|(?<![A-Za-z0-9])(?:[A-Z]+_)*(?:ID|YOUR_[A-Z_]+)(?![A-Za-z0-9_-])/;

const brackets = /[[\]<>{}]|\([^)]*$|(?<=\/)\*(?=\/|$)|%[A-Za-z_]\w{2,}%|…|\.\.\./;
const withoutPlaces = (text: string): string =>
  text.replace(/\{\{[^{}]*\}\}/g, '').replace(shortPlaceholder, '');

/**
 * A URL as the owner wrote it. Fields may fill path segments and query values; one in the scheme, the host or
 * the name of a parameter is not understood, because it would let the delivery choose where a request goes.
 */
export function readUrl(text: string): UrlTemplate | null {
  const match = shape.exec(text);
  if (match === null) return null;
  const [, origin = '', path = '', query = ''] = match;
  if (!URL.canParse(origin) || new URL(origin).username !== '' || origin.includes('@')) return null;
  if (foreignPlaceholder.test(withoutPlaces(path)) || brackets.test(withoutPlaces(path))) return null;
  const segments = path.replace(shortPlaceholder, '{{$1$2}}').split('/').slice(1).map(readPart);
  const pairs = query
    .split('&')
    .filter((pair) => pair !== '')
    .map(readPair);
  if (segments.includes(null) || pairs.includes(null)) return null;
  return {
    origin,
    segments: segments.filter((segment) => segment !== null),
    query: pairs.filter((pair) => pair !== null),
  };
}

function readPair(pair: string): UrlTemplate['query'][number] | null {
  const index = pair.indexOf('=');
  const name = index === -1 ? pair : pair.slice(0, index);
  if (name.includes('{')) return null;
  if (index === -1) return [name, null];
  const literal = withoutPlaces(pair.slice(index + 1));
  if (brackets.test(literal) || /\$\{?[A-Za-z]/.test(literal)) return null;
  const value = readPart(pair.slice(index + 1).replace(shortPlaceholder, '{{$1$2}}'));
  return value === null ? null : [name, value];
}

/** What fills a URL is encoded anyway; "url" as the last function asks for just that. */
function readPart(text: string): Template | null {
  const template = readTemplate(text);
  if (template === null) return null;
  return template.map((part) => {
    if (typeof part === 'string' || 'secret' in part) return part;
    const isEncoded = part.calls.at(-1)?.name === 'url';
    return isEncoded ? { ...part, calls: part.calls.slice(0, -1) } : part;
  });
}
