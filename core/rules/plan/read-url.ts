import { hasControlSpaceOrBackslash } from '#domain/url-text.ts';
import { type Place, readTemplate, refuse, type Template, type TemplatePart } from './template.ts';

/** Literal up to the path; values of a delivery fill path segments and query values only. */
export interface UrlTemplate {
  readonly origin: string;
  readonly segments: readonly Template[];
  /** Null: a name alone, without `=`. */
  readonly query: readonly (readonly [name: string, value: Template | null])[];
}

/** Stands for what is filled in; no URL has one of its own. */
const mark = '\uffff';
const shape = /^(https?:\/\/[^/?#{}\\\uffff]+)(\/[^?#]*)?(?:\?([^#]*))?(?:#[^{}\uffff]*)?$/i;
/** `$order_id`, `${id}`, `ORDER_ID`, `{id}`, `:id`, `<id>`: a place to be filled, in a way that is not ours. */
const foreign =
  /\$\{?[A-Za-z]|(?<![A-Za-z0-9])(?:[A-Z]+_)*(?:ID|YOUR_[A-Z_]+)(?![A-Za-z0-9_-])|(?<=\/):[A-Za-z]|[[\]<>{}]|(?<=\/)\*(?=\/|$)|%[A-Za-z_]\w{2,}%|…|\.\.\./;
const foreignInQuery = /\$\{?[A-Za-z]|[[\]<>{}]|%[A-Za-z_]\w{2,}%|…|\.\.\./;

/** `.` and `..`, which a URL parser takes away. */
const dots = /\/(?:\.|%2e){1,2}(?:[/?#]|$)/i;

export function readUrl(place: Place, text: string): UrlTemplate {
  const parts = readTemplate(place, text);
  const placed = parts.filter((part) => typeof part !== 'string');
  const literal = parts.map((part) => (typeof part === 'string' ? part : '')).join('');
  const marked = parts.map((part) => (typeof part === 'string' ? part : mark)).join('');
  if (hasControlSpaceOrBackslash(literal) || literal.includes(mark) || dots.test(marked))
    refuse(
      place,
      text,
      'A URL has no blanks, line breaks, backslashes and segments of dots.',
      'percent-encoding, such as %20',
    );
  const [, origin = '', path = '', query = ''] = shape.exec(marked) ?? [];
  if (origin === '' || origin.includes('@') || !URL.canParse(origin))
    refuse(
      place,
      text,
      'A URL begins with its scheme and host, written out: no delivery decides where a request goes.',
      'https://api.example.com/orders/{{body.id}}',
    );
  const pairs = query
    .split('&')
    .filter((pair) => pair !== '')
    .map(splitPair);
  if (pairs.some(([name]) => name.includes(mark)))
    refuse(place, text, 'Names of parameters are written out.', '?id={{body.id}}');
  if (foreign.test(path) || pairs.some(([, value]) => foreignInQuery.test(value ?? '')))
    refuse(place, text, 'A place to be filled is written in two braces.', '{{body.id}}');
  const rest = [...placed];
  const unmark = (marked: string): Template =>
    marked
      .split(/(\uffff)/)
      .flatMap((part): TemplatePart[] => (part === mark ? rest.splice(0, 1) : part === '' ? [] : [part]));
  return {
    origin,
    segments: path.split('/').slice(1).map(unmark),
    query: pairs.map(([name, value]) => [name, value === null ? null : unmark(value)]),
  };
}

function splitPair(pair: string): readonly [name: string, value: string | null] {
  const at = pair.indexOf('=');
  return at === -1 ? [pair, null] : [pair.slice(0, at), pair.slice(at + 1)];
}
