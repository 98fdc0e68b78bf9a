import { searchCatalogue } from '@reveille/tools';
import { type Html, html } from '../html.ts';
import { fieldLists } from './fields.ts';
import { type Guide, readGuides } from './guides.ts';
import type { OperationGroup } from './groups.ts';
import { layout, operationLinks } from './layout.ts';
import { guideMarkdown, markdown } from './markdown.ts';
import { operationSections } from './operation-section.ts';
import { type Outline, pageAddress } from './outline.ts';
import { tokenField } from './token-field.ts';
import { toolEntry } from './tool-entry.ts';

/** Found operations and tools on one page; more words find fewer. */
const foundMax = 100;

/** The pages below the index by URL path. */
export function docsPages(outline: Outline): ReadonlyMap<string, string> {
  return new Map([
    ...outline.groups.map((group) => [pageAddress(group.slug), groupPage(outline, group)] as const),
    ...outline.families.map((family) => [pageAddress(family.slug), familyPage(outline, family)] as const),
    ...readGuides().map((guide) => [pageAddress(guide.slug), guidePage(outline, guide)] as const),
  ]);
}

/** The index: rules that hold for every request, and links to all pages. The ids are those of the former single page. */
export function indexPage(outline: Outline): string {
  const { title, description, errorSchema, groups, families } = outline;
  const count = families.reduce((sum, { tools }) => sum + tools.length, 0);
  const heading = `${title} API reference`;
  return layout({
    outline,
    heading,
    content: html`<section class="introduction" id="introduction">
        <h2>For every request</h2>
        ${markdown(description)}
        <h3 id="error">Body of an error</h3>
        ${fieldLists(errorSchema, 'answer')}
      </section>
      <section class="outline">
        <h2>Operations</h2>
        ${groups.map(
          ({ slug, title: name, about, entries }) =>
            html`<h3><a href="${pageAddress(slug)}">${name}</a></h3>
              <p class="about">${about}</p>
              ${operationLinks(entries, pageAddress(slug), true)}`,
        )}
      </section>
      <section class="outline" id="tools">
        <h2>Text tools</h2>
        <p>
          ${count} tools for <a href="/docs/public-api#invokeTool"><code>POST /api/tools/invoke</code></a
          >. The same list as JSON: <a href="/api/tools"><code>GET /api/tools</code></a
          >.
        </p>
        ${families.map(
          ({ slug, id, tools }) =>
            html`<h3><a href="${pageAddress(slug)}">${id}</a></h3>
              <ul class="tools">
                ${tools.map(
                  (tool) =>
                    html`<li id="tool-${tool.id}">
                      <a href="${pageAddress(slug)}#tool-${tool.id}">${tool.id}</a>
                    </li>`,
                )}
              </ul>`,
        )}
      </section>`,
  });
}

function groupPage(outline: Outline, group: OperationGroup): string {
  const { slug, title, about, entries } = group;
  return layout({
    outline,
    slug,
    heading: title,
    content: html`<p class="about">${about}</p>
      ${tokenField(entries)} ${operationSections(entries)}`,
  });
}

function familyPage(outline: Outline, { slug, id, tools }: Outline['families'][number]): string {
  return layout({
    outline,
    slug,
    heading: `Text tools: ${id}`,
    content: html`<p class="about">
        Each is a call of <a href="/docs/public-api#invokeTool"><code>POST /api/tools/invoke</code></a
        >.
      </p>
      ${tools.map(toolEntry)}`,
  });
}

/** Operations and tools with all the words, as a page. */
export function searchPage(outline: Outline, query: string): string {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const operations = outline.groups.flatMap(({ slug, title, entries }) =>
    entries
      .filter(({ method, path, operation: { operationId, summary, description = '' } }) => {
        const text = `${method} ${path} ${operationId} ${summary} ${title} ${description}`.toLowerCase();
        return words.length > 0 && words.every((word) => text.includes(word));
      })
      .map((entry) =>
        found(
          `${pageAddress(slug)}#${entry.operation.operationId}`,
          `${entry.method} ${entry.path}`,
          entry.operation.summary,
        ),
      ),
  );
  const all = outline.families.flatMap(({ tools }) => tools);
  const tools = (words.length === 0 ? [] : searchCatalogue(all, { q: query })).map(
    ({ id, family, summary }) => found(`${pageAddress(`tools-${family}`)}#tool-${id}`, id, summary),
  );
  const results = [...operations, ...tools];
  const shown = results.slice(0, foundMax);
  const count = results.length === 1 ? '1 result' : `${results.length} results`;
  return layout({
    outline,
    slug: 'search',
    heading: 'Search',
    query,
    content: html`<p role="status">
        ${words.length === 0 ? 'Write words to look for.' : `${count}${results.length > foundMax ? `, the first ${foundMax} of them` : ''}`}
      </p>
      <ul class="fields found">
        ${shown}
      </ul>`,
  });
}

function found(address: string, name: string, summary: string): Html {
  return html`<li>
    <p>
      <a href="${address}"><code>${name}</code></a>
    </p>
    <p class="about">${summary}</p>
  </li>`;
}

function guidePage(outline: Outline, { slug, heading, text }: Guide): string {
  return layout({
    outline,
    slug,
    heading,
    content: html`<section class="introduction">${guideMarkdown(text)}</section>`,
  });
}
