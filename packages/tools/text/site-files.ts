import { escapeUTF8 } from 'entities/escape';
import { z } from 'zod';
import { assertOutputFits, jsonText } from '../output.ts';
import { invalid } from '../refuse.ts';
import { defineQuickTool, defineTool, type Tool } from '../tool.ts';
import { pixelWidth } from './web/text-width.ts';
import { readUrl } from './web/read-url.ts';

/** A line break in a value would start another rule. */
const ruleValue = (description: string) =>
  z
    .string()
    .min(1)
    .max(2_000)
    .regex(/^[^\r\n#]+$/, 'must be one line without #')
    .describe(description);
const urlsMax = 5_000;
const frequencies = ['always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never'] as const;
/** W3C date and time, as sitemaps require. */
const lastModified = z
  .string()
  .regex(
    /^\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?)?)?$/,
    'must be a date such as 2026-08-24',
  );

const sitemapEntry = z.union([
  z.string().min(1).max(2_048),
  z.strictObject({
    url: z.string().min(1).max(2_048),
    lastModified: lastModified.optional(),
    changeFrequency: z.enum(frequencies).optional(),
    priority: z.number().min(0).max(1).optional(),
  }),
]);

function sitemapLines(entry: z.output<typeof sitemapEntry>): readonly string[] {
  const {
    url,
    lastModified: modified,
    changeFrequency,
    priority,
  } = typeof entry === 'string'
    ? { url: entry, lastModified: undefined, changeFrequency: undefined, priority: undefined }
    : entry;
  const address = readUrl(url, 'urls');
  if (address.protocol !== 'https:' && address.protocol !== 'http:')
    throw invalid('urls must be http or https URLs.');
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['loc', escapeUTF8(address.href)],
    ['lastmod', modified],
    ['changefreq', changeFrequency],
    ['priority', priority?.toFixed(1)],
  ];
  return [
    '  <url>',
    ...fields.flatMap(([name, value]) => (value === undefined ? [] : [`    <${name}>${value}</${name}>`])),
    '  </url>',
  ];
}

function sitemap(urls: readonly z.output<typeof sitemapEntry>[]): string {
  const lines: string[] = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
  ];
  let chars = 0;
  for (const entry of urls) {
    for (const line of sitemapLines(entry)) {
      chars += line.length + 1;
      assertOutputFits(chars);
      lines.push(line);
    }
  }
  return [...lines, '</urlset>'].join('\n');
}

interface SerpLimit {
  readonly fontPixels: number;
  readonly pixelsMax: number;
  readonly charsMin: number;
  readonly charsMax: number;
}

/** The width of desktop search results before they truncate, in pixels of Arial. */
const serpLimits: Readonly<Record<'title' | 'description', SerpLimit>> = {
  title: { fontPixels: 20, pixelsMax: 580, charsMin: 30, charsMax: 60 },
  description: { fontPixels: 14, pixelsMax: 920, charsMin: 70, charsMax: 155 },
};

function measure(text: string, { fontPixels, pixelsMax, charsMin, charsMax }: SerpLimit) {
  const characters = Array.from(text).length;
  const pixels = pixelWidth(text, fontPixels);
  const verdict =
    pixels > pixelsMax
      ? 'too long'
      : characters < charsMin
        ? 'short'
        : characters > charsMax
          ? 'long'
          : 'good';
  return { characters, pixels, pixelsMax, isCut: pixels > pixelsMax, verdict };
}

export const tools: readonly Tool[] = [
  defineQuickTool({
    id: 'robots-txt',
    title: 'robots.txt',
    summary: 'Writes a robots.txt (RFC 9309) from rules.',
    params: z.object({
      rules: z
        .array(
          z.strictObject({
            userAgents: z.array(ruleValue('Name of a crawler, or *.')).min(1).max(50).default(['*']),
            allow: z.array(ruleValue('A path.')).max(500).default([]),
            disallow: z.array(ruleValue('A path.')).max(500).default([]),
            crawlDelay: z.number().min(0).max(3_600).optional(),
          }),
        )
        .max(50)
        .default([{ userAgents: ['*'], allow: [], disallow: [] }])
        .describe('Groups of rules; an empty disallow allows everything.'),
      sitemaps: z.array(ruleValue('A URL.')).max(50).default([]).describe('Addresses of sitemaps.'),
    }),
    example: {
      params: { rules: [{ disallow: ['/admin/'] }], sitemaps: ['https://example.com/sitemap.xml'] },
      result: 'User-agent: *\nDisallow: /admin/\n\nSitemap: https://example.com/sitemap.xml',
    },
    run: ({ rules, sitemaps }) => {
      const groups = rules.map(({ userAgents, allow, disallow, crawlDelay }) =>
        [
          ...userAgents.map((name) => `User-agent: ${name.trim()}`),
          ...allow.map((path) => `Allow: ${path.trim()}`),
          ...(disallow.length === 0 && allow.length === 0
            ? ['Disallow:']
            : disallow.map((path) => `Disallow: ${path.trim()}`)),
          ...(crawlDelay === undefined ? [] : [`Crawl-delay: ${crawlDelay}`]),
        ].join('\n'),
      );
      const maps = sitemaps.map((url) => `Sitemap: ${readUrl(url, 'sitemaps').href}`).join('\n');
      const blocks = [...groups, maps].filter((block) => block !== '');
      assertOutputFits(blocks.reduce((chars, block) => chars + block.length + 2, 0));
      return blocks.join('\n\n');
    },
  }),
  defineTool({
    id: 'sitemap-xml',
    title: 'XML sitemap',
    summary: 'Writes an XML sitemap from URLs.',
    params: z.object({
      urls: z
        .array(sitemapEntry)
        .min(1)
        .max(urlsMax)
        .describe(`At most ${urlsMax}: a URL, or {url, lastModified, changeFrequency, priority}.`),
    }),
    example: {
      params: { urls: ['https://example.com/?a=1&b=2'] },
      result:
        '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n  <url>\n    <loc>https://example.com/?a=1&amp;b=2</loc>\n  </url>\n</urlset>',
    },
    run: ({ urls }) => sitemap(urls),
  }),
  defineQuickTool({
    id: 'serp-check',
    title: 'Check search snippet',
    summary: 'Measures title and description in characters and pixels against what search engines show.',
    params: z.object({
      title: z.string().max(2_000).describe('Title of the page.'),
      description: z.string().max(5_000).default('').describe('Description of the page.'),
    }),
    example: {
      params: { title: 'Short title' },
      result:
        '{\n  "title": {\n    "characters": 11,\n    "pixels": 84,\n    "pixelsMax": 580,\n    "isCut": false,\n    "verdict": "short"\n  },\n  "description": {\n    "characters": 0,\n    "pixels": 0,\n    "pixelsMax": 920,\n    "isCut": false,\n    "verdict": "short"\n  }\n}',
    },
    run: ({ title, description }) =>
      jsonText({
        title: measure(title, serpLimits.title),
        description: measure(description, serpLimits.description),
      }),
  }),
];
