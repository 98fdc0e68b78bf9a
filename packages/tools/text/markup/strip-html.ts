import { Parser } from 'htmlparser2';
import { overLimit } from '../../refuse.ts';

const depthMax = 1000;

/** Elements whose content is not shown as text. */
const silent = new Set([
  'script',
  'style',
  'template',
  'head',
  'noscript',
  'iframe',
  'object',
  'svg',
  'math',
]);
const blocks = new Set(
  (
    'address article aside blockquote body dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 ' +
    'h3 h4 h5 h6 header hr html legend li main nav ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
);
const spaced = new Set('blockquote h1 h2 h3 h4 h5 h6 ol p pre table ul'.split(' '));

/** Text in reading order: a line break at the start and end of a block, white space as browsers render it. */
function createWriter() {
  const pieces: string[] = [];
  let pendingBreaks = 0;
  let pendingBlank = false;

  function write(text: string): void {
    if (pieces.length > 0 && pendingBreaks > 0) pieces.push('\n'.repeat(pendingBreaks));
    else if (pieces.length > 0 && pendingBlank) pieces.push(' ');
    pendingBreaks = 0;
    pendingBlank = false;
    pieces.push(text);
  }

  return {
    flow(text: string): void {
      for (const [index, word] of text.split(/[ \t\n\f\r]/).entries()) {
        if (index > 0) pendingBlank = true;
        if (word !== '') write(word);
      }
    },
    preformatted: write,
    breakLines(count: number): void {
      pendingBreaks = Math.max(pendingBreaks, count);
    },
    newLine(): void {
      pendingBreaks = Math.min(2, pendingBreaks + 1);
    },
    blank(): void {
      pendingBlank = true;
    },
    text: () => pieces.join(''),
  };
}

/** A parser decides what is a tag, not a pattern. Throws TOOL_LIMIT_EXCEEDED above 1,000 levels. */
export function stripHtml(html: string, keepLinks: boolean): string {
  const writer = createWriter();
  const links: (string | undefined)[] = [];
  let depth = 0;
  let silentDepth = 0;
  let preDepth = 0;

  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (depth > depthMax) throw overLimit(`The HTML is nested deeper than ${depthMax} levels.`);
      if (silent.has(name)) silentDepth += 1;
      if (silentDepth > 0) return;
      if (name === 'pre') preDepth += 1;
      if (name === 'br') writer.newLine();
      if (name === 'td' || name === 'th') writer.blank();
      if (blocks.has(name)) writer.breakLines(spaced.has(name) ? 2 : 1);
      if (name === 'img' && attributes['alt'] !== undefined) writer.flow(attributes['alt']);
      if (name === 'a') links.push(attributes['href']);
    },
    ontext(text) {
      if (silentDepth > 0) return;
      if (preDepth > 0) writer.preformatted(text);
      else writer.flow(text);
    },
    onclosetag(name) {
      depth -= 1;
      if (silent.has(name)) silentDepth = Math.max(0, silentDepth - 1);
      if (silentDepth > 0) return;
      if (name === 'pre') preDepth -= 1;
      if (blocks.has(name)) writer.breakLines(spaced.has(name) ? 2 : 1);
      const href = name === 'a' ? links.pop() : undefined;
      if (keepLinks && href !== undefined) writer.flow(` (${href})`);
    },
  });
  parser.end(html);
  return writer.text();
}
