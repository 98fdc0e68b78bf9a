import { readGuides } from './guides.ts';
import { type Outline, pageAddress } from './outline.ts';

/** The pages of the reference for a model that looks for its way, in the form of llmstxt.org. */
export function llmsText({ title, description, groups, families }: Outline, publicUrl: string): string {
  const [summary = ''] = description.split('\n');
  const link = (name: string, path: string, about: string) => `- [${name}](${publicUrl}${path}): ${about}`;
  const pages = [
    link('MCP server', '/mcp', 'Streamable HTTP; the public tools without a token, a workspace with one.'),
    link('OpenAPI 3.1', '/openapi.json', 'Every operation, for programs.'),
    link('Reference', '/docs', 'The same for people, and the rules of every request.'),
  ];
  const guides = readGuides().map(({ slug, heading }) => link(heading, pageAddress(slug), 'Guide.'));
  const operations = groups.map(({ slug, title: name, about }) => link(name, pageAddress(slug), about));
  const tools = families.map(({ slug, id, tools: { length } }) =>
    link(id, pageAddress(slug), `${length} ${length === 1 ? 'tool' : 'tools'} for text.`),
  );
  return [
    `# ${title}\n\n> ${summary}\n\n${pages.join('\n')}`,
    `## Guides\n\n${guides.join('\n')}`,
    `## Operations\n\n${operations.join('\n')}`,
    `## Text tools\n\n${tools.join('\n')}\n`,
  ].join('\n\n');
}
