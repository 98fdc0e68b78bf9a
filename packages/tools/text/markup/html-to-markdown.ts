import { assertOutputFits } from '../../output.ts';
import { sanitizeHtml } from './html-safety.ts';
import { loadLibrary } from '../../load-library.ts';

interface HtmlToMarkdownOptions {
  readonly bullet: '-' | '*' | '+';
  readonly keepLinks: boolean;
}

/** The part of a parser's node that we use; its own types need those of browsers. */
interface ListItem {
  readonly nextSibling: unknown;
  readonly parentNode: {
    readonly nodeName: string;
    readonly getAttribute: (name: string) => string | null;
  } | null;
}

/** Writes one space after the marker, where the library writes three. Items arrive in order, so a counter is enough. */
function createItemWriter(bullet: string) {
  const nextNumbers = new Map<unknown, number>();
  return (content: string, { parentNode, nextSibling }: ListItem): string => {
    let prefix = `${bullet} `;
    if (parentNode?.nodeName === 'OL') {
      const start = Number.parseInt(parentNode.getAttribute('start') ?? '1', 10) || 1;
      const number = nextNumbers.get(parentNode) ?? start;
      nextNumbers.set(parentNode, number + 1);
      prefix = `${number}. `;
    }
    const body = content.trim().replace(/^(\[[ x]\]) +/, '$1 ');
    const lines = body
      .split('\n')
      .map((line, at) => (at === 0 || line === '' ? line : ' '.repeat(prefix.length) + line));
    return `${prefix}${lines.join('\n')}${nextSibling === null ? '' : '\n'}`;
  };
}

/** Converts to GitHub Flavored Markdown, without what the sanitiser removes. */
export async function htmlToMarkdown(
  html: string,
  { bullet, keepLinks }: HtmlToMarkdownOptions,
): Promise<string> {
  const { default: TurndownService } = await loadLibrary('turndown', () => import('turndown'));
  const { gfm } = await loadLibrary(
    '@joplin/turndown-plugin-gfm',
    () => import('@joplin/turndown-plugin-gfm'),
  );
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: bullet,
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  });
  service.use(gfm);
  const writeItem = createItemWriter(bullet);
  service.addRule('listItem', {
    filter: 'li',
    replacement: (content, node) => writeItem(content, node as unknown as ListItem),
  });
  if (!keepLinks) service.addRule('plainLinks', { filter: 'a', replacement: (content) => content });
  const markdown = service.turndown(await sanitizeHtml(html));
  assertOutputFits(markdown.length);
  return markdown;
}
