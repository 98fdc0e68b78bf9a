import { Lexer, lexer, type Token, type Tokens } from 'marked';

import { type Html, html } from '../html.ts';

/** Renders the Markdown of the reference; headings start at level three. Unsupported syntax is shown as text. */
export function markdown(text: string): Html {
  return html`${lexer(text).map(block)}`;
}

/** The same with an anchor for each heading, as links into a guide name it. */
export function guideMarkdown(text: string): Html {
  return html`${lexer(text).map((token) => (token.type === 'heading' ? anchored(token) : block(token)))}`;
}

function anchored(token: Token): Html {
  const id = (token as Tokens.Heading).text
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
  return html`<h3 id="${id}">${inline(token)}</h3>`;
}

/** Text of letters, digits and these signs has no Markdown. */
const isPlain = (text: string) => /^[\p{L}\p{N} .,;:'"()?/=+-]*$/u.test(text);

/** Inline Markdown: code and strong text. Most sentences have neither, and to find that by a lexer takes long. */
export function inlineMarkdown(text: string): Html {
  if (isPlain(text)) return html`${text}`;
  return html`${new Lexer().inlineTokens(text).map(span)}`;
}

function block(token: Token): Html {
  switch (token.type) {
    case 'heading':
      return html`<h3>${inline(token)}</h3>`;
    case 'paragraph':
      return html`<p>${inline(token)}</p>`;
    case 'code':
      return html`<pre tabindex="0">${(token as Tokens.Code).text}</pre>`;
    case 'list':
      return html`<ul>
        ${(token as Tokens.List).items.map((item) => html`<li>${item.tokens.map(block)}</li>`)}
      </ul>`;
    case 'text':
      return html`${inline(token)}`;
    case 'table':
      return table(token as Tokens.Table);
    case 'space':
      return html``;
    default:
      return html`<p>${token.raw}</p>`;
  }
}

/** Longer tables are collapsed: they are for lookup, not for reading. */
const openRowsMax = 12;

function table(token: Tokens.Table): Html {
  const shown = tableOf(token);
  return token.rows.length <= openRowsMax
    ? shown
    : html`<details class="long">
        <summary>All ${token.rows.length} rows</summary>
        ${shown}
      </details>`;
}

function tableOf({ header, rows }: Tokens.Table): Html {
  return html`<table>
    <thead>
      <tr>
        ${header.map((cell) => html`<th scope="col">${cell.tokens.map(span)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            ${row.map((cell) => html`<td>${cell.tokens.map(span)}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function inline(token: Token): readonly Html[] {
  return 'tokens' in token ? (token.tokens ?? []).map(span) : [html`${token.raw}`];
}

function span(token: Token): Html {
  if (token.type === 'codespan') return html`<code>${(token as Tokens.Codespan).text}</code>`;
  if (token.type === 'strong') return html`<strong>${inline(token)}</strong>`;
  return html`${'text' in token ? (token as Tokens.Text).text : token.raw}`;
}
