import { loadLibrary } from '../../load-library.ts';

/** Elements whose text is shown or read as it is written. */
const verbatim = new Set(['pre', 'textarea', 'script', 'style', 'listing', 'plaintext', 'xmp']);
/** Old browsers read these. */
const isConditional = (comment: string) => /^<!--\[if|^<!--<!|<!\[endif\]-->$/i.test(comment);

/**
 * Takes comments out and makes one blank of each run in the text of a page; everything else is copied as it is written, so
 * that nothing changes that a browser shows.
 */
export async function minifyHtml(html: string): Promise<string> {
  const { Parser } = await loadLibrary('htmlparser2', () => import('htmlparser2'));
  const parts: string[] = [];
  let copiedTo = 0;
  let verbatimDepth = 0;
  const copy = (from: number, to: number, written: string) => {
    parts.push(html.slice(copiedTo, from), written);
    copiedTo = to;
  };
  const parser = new Parser({
    onopentagname: (name) => {
      if (verbatim.has(name)) verbatimDepth += 1;
    },
    onclosetag: (name) => {
      if (verbatim.has(name)) verbatimDepth = Math.max(0, verbatimDepth - 1);
    },
    oncomment: () => {
      const end = parser.endIndex + 1;
      if (!isConditional(html.slice(parser.startIndex, end))) copy(parser.startIndex, end, '');
    },
    ontext: () => {
      if (verbatimDepth > 0) return;
      const end = parser.endIndex + 1;
      copy(parser.startIndex, end, html.slice(parser.startIndex, end).replaceAll(/[ \t\r\n\f]+/g, ' '));
    },
  });
  parser.end(html);
  parts.push(html.slice(copiedTo));
  return parts.join('').trim();
}
