import { createHash } from 'node:crypto';

import { type Html, html } from '../../html.ts';

const style =
  ':root{color-scheme:light dark}body{font:1.125rem/1.6 system-ui,sans-serif;max-width:36rem;margin:12vh auto;padding:0 1.5rem}p{white-space:pre-line;overflow-wrap:anywhere}';
const styleElement = html`<style>
  ${style}
</style>`;
/** The digest of the text between the tags, byte for byte. */
const styleDigest = createHash('sha256')
  .update(styleElement.toString().slice('<style>'.length, -'</style>'.length))
  .digest('base64');

interface Page {
  readonly lang: string;
  readonly title: string;
  readonly body: Html;
  /** The sites that may show it in a frame. */
  readonly framedBy: readonly string[];
}

/** A page without scripts, links and foreign content, for people who come from a page of the owner. */
export function plainPage({ lang, title, body, framedBy }: Page) {
  const page = html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`.toString();
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleDigest}'`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(' ')}`,
  ];
  const headers = {
    'Content-Security-Policy': policy.join('; '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
  return { page, headers };
}
