import { escapeUTF8 } from 'entities/escape';
import { z } from 'zod';
import { choiceParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineQuickTool, type Tool } from '../tool.ts';
import { printJson } from './json/json-tree.ts';
import { parseJson } from './json/parse-json.ts';
import { textParam } from '../params.ts';
import { readUrl } from './web/read-url.ts';

const phrase = (description: string) => z.string().min(1).max(2_000).optional().describe(description);
const link = (description: string) => z.string().min(1).max(2_000).optional().describe(description);

function attribute(value: string): string {
  return escapeUTF8(value.toWellFormed()).replaceAll('&apos;', '&#39;').replace(/\s+/g, ' ').trim();
}

function webAddress(value: string | undefined, field: string): string | undefined {
  if (value === undefined) return undefined;
  const url = readUrl(value, field);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw invalid(`${field} must be an http or https URL.`);
  return url.href;
}

type Row = readonly [kind: 'name' | 'property', key: string, value: string | undefined];

function metaRows(rows: readonly Row[]): readonly string[] {
  return rows.flatMap(([kind, key, value]) =>
    value === undefined ? [] : [`<meta ${kind}="${key}" content="${attribute(value)}">`],
  );
}

function linesOf(lines: readonly string[]): string {
  if (lines.length === 0) throw invalid('Give at least one of the fields.');
  return lines.join('\n');
}

/** `<` could end the script element, and these line ends break older parsers. */
function scriptSafe(json: string): string {
  return json
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

export const tools: readonly Tool[] = [
  defineQuickTool({
    id: 'meta-tags',
    summary: 'Writes the title and meta tags of a page.',
    params: z.object({
      title: phrase('Title of the page.'),
      description: phrase('The text that a search engine shows below.'),
      keywords: phrase('Divided by commas.'),
      author: phrase('The author.'),
      robots: phrase('Such as index, follow.'),
      canonical: link('The one URL of the page.'),
      viewport: phrase('Such as width=device-width, initial-scale=1.'),
      themeColor: phrase('Such as #336699.'),
    }),
    example: {
      params: { title: 'Fish & chips', description: 'The "best" in town.' },
      result:
        '<title>Fish &amp; chips</title>\n<meta name="description" content="The &quot;best&quot; in town.">',
    },
    run: ({ title, canonical, themeColor, ...names }) => {
      const address = webAddress(canonical, 'canonical');
      return linesOf([
        ...(title === undefined ? [] : [`<title>${attribute(title)}</title>`]),
        ...metaRows(Object.entries(names).map(([name, value]): Row => ['name', name, value])),
        ...metaRows([['name', 'theme-color', themeColor]]),
        ...(address === undefined ? [] : [`<link rel="canonical" href="${attribute(address)}">`]),
      ]);
    },
  }),
  defineQuickTool({
    id: 'open-graph-tags',
    title: 'Open Graph tags',
    summary: 'Writes the Open Graph and X card tags of a page.',
    params: z.object({
      title: z.string().min(1).max(2_000).describe('Title of the page.'),
      type: phrase('Such as website or article.').default('website'),
      url: link('Address of the page.'),
      image: link('Address of the picture.'),
      imageAlt: phrase('The content of the picture.'),
      description: phrase('One or two sentences.'),
      siteName: phrase('Name of the site.'),
      locale: phrase('Such as en_US.'),
      card: choiceParam(
        'Form of the X card.',
        ['summary_large_image', 'summary', 'none'],
        'summary_large_image',
      ),
    }),
    example: {
      params: { title: 'Hello', card: 'none', url: 'https://example.com' },
      result:
        '<meta property="og:title" content="Hello">\n<meta property="og:type" content="website">\n<meta property="og:url" content="https://example.com/">',
    },
    run: ({ title, type, url, image, imageAlt, description, siteName, locale, card }) => {
      const picture = webAddress(image, 'image');
      const graph = metaRows([
        ['property', 'og:title', title],
        ['property', 'og:type', type],
        ['property', 'og:url', webAddress(url, 'url')],
        ['property', 'og:image', picture],
        ['property', 'og:image:alt', imageAlt],
        ['property', 'og:description', description],
        ['property', 'og:site_name', siteName],
        ['property', 'og:locale', locale],
      ]);
      const cardRows = metaRows([
        ['name', 'twitter:card', card],
        ['name', 'twitter:title', title],
        ['name', 'twitter:description', description],
        ['name', 'twitter:image', picture],
      ]);
      return [...graph, ...(card === 'none' ? [] : cardRows)].join('\n');
    },
  }),
  defineQuickTool({
    id: 'json-ld',
    title: 'JSON-LD',
    summary: 'Wraps structured data (schema.org) in a script element that nothing in it can end.',
    params: z.object({
      text: textParam('A JSON object with the members of the type.'),
      type: z
        .string()
        .regex(/^[A-Za-z][\w:]*$/, 'must be the name of a type')
        .max(100)
        .optional()
        .describe('@type, where text has none, such as Article.'),
    }),
    example: {
      params: { text: '{"headline":"A </script> B"}', type: 'Article' },
      result:
        '<script type="application/ld+json">\n{\n  "@context": "https://schema.org",\n  "@type": "Article",\n  "headline": "A \\u003c/script\\u003e B"\n}\n</script>',
    },
    run: ({ text, type }) => {
      const tree = parseJson(text);
      if (tree.kind !== 'object') throw invalid('text must be a JSON object.');
      const members = new Map(tree.entries);
      const kind =
        members.get('@type') ?? (type === undefined ? undefined : ({ kind: 'string', value: type } as const));
      if (kind === undefined && !members.has('@graph'))
        throw invalid('type is needed, as text has no @type.');
      const context = members.get('@context') ?? ({ kind: 'string', value: 'https://schema.org' } as const);
      const rest = tree.entries.filter(([key]) => key !== '@context' && key !== '@type');
      const entries = [
        ['@context', context] as const,
        ...(kind === undefined ? [] : [['@type', kind] as const]),
        ...rest,
      ];
      return `<script type="application/ld+json">\n${scriptSafe(printJson({ kind: 'object', entries }))}\n</script>`;
    },
  }),
];
