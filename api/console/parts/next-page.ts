import { type Html, html } from '../../html.ts';

/** The link to the next page of a list, with what else the address says; nothing on the last one. */
export function nextPage(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  nextCursor: string | null,
): Html | null {
  if (nextCursor === null) return null;
  return html`<nav class="pages" aria-label="Pages">
    ${query['cursor'] !== undefined && html`<a href="${withQuery(path, { ...query, cursor: undefined })}">Newest</a>`}
    <a rel="next" href="${withQuery(path, { ...query, cursor: nextCursor })}">Next page</a>
  </nav>`;
}

/** An address with the parameters that say something. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const said = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  if (said.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(said).toString()}`;
}
