import { type Html, html } from '../../html.ts';

/** The link to the next page of a list, with what else the address says; nothing on the last one. `name`: of the cursor. */
export function nextPage(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  nextCursor: string | null,
  name = 'cursor',
): Html | null {
  if (nextCursor === null) return null;
  return html`<nav class="pages" aria-label="Pages">
    ${query[name] !== undefined && html`<a href="${withQuery(path, { ...query, [name]: undefined })}">Newest</a>`}
    <a rel="next" href="${withQuery(path, { ...query, [name]: nextCursor })}">Next page</a>
  </nav>`;
}

/** An address with the parameters that say something. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const said = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  if (said.length === 0) return path;
  const [page = '', part] = path.split('#');
  const whole = `${page}${page.includes('?') ? '&' : '?'}${new URLSearchParams(said).toString()}`;
  return part === undefined ? whole : `${whole}#${part}`;
}
