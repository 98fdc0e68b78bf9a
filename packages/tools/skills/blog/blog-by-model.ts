import { fence, fenceRule, unwrapped } from '../../model-backed/fence.ts';
import { AnswerRejectedError, type Generate } from '../../model-backed/generate.ts';
import { markClaims } from '../mark-claims.ts';
import type { BlogDraft } from './blog-by-rules.ts';
import { titleOf } from './title.ts';

const outlineTokensMax = 300;
const textTokensMax = 600;
const sectionsMax = 8;

const rules = [
  'You write for a blog: plain words, short sentences, no slogans.',
  'Invent no number, no link, no quotation, no study and no customer.',
  'Write in the language of the topic.',
  fenceRule,
].join('\n');

/** Has a model outline the post, then write its introduction and first section. Throws if the model fails. */
export async function blogByModel(
  topic: string,
  generate: Generate,
  signal: AbortSignal,
): Promise<BlogDraft> {
  const outlined = await generate({
    instructions: `${rules}\nAnswer with an outline and nothing else: the first line is “Title: …”, then 4 to 6 lines, each “- ” and one heading.`,
    prompt: `Outline a post on this topic.\n\n${fence(topic)}`,
    maxOutputTokens: outlineTokensMax,
    signal,
  });
  const { title, outline } = readOutline(unwrapped(outlined.text), topic);
  const plan = [title, ...outline.map((heading) => `- ${heading}`)].join('\n');
  const written = await generate({
    instructions: `${rules}\nAnswer with Markdown and nothing else: an introduction of two or three sentences, then the first section under its heading. Stop there.`,
    prompt: `The topic:\n\n${fence(topic)}\n\nThe outline:\n\n${fence(plan)}`,
    maxOutputTokens: textTokensMax,
    signal,
  });
  const text = markClaims(unwrapped(written.text), topic);
  if (text === '') throw new AnswerRejectedError('The model wrote no text.');
  return { title, outline, text };
}

function readOutline(answer: string, topic: string): { title: string; outline: string[] } {
  const lines = answer
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const titled = lines.find((line) => /^(?:\*\*|#+ *)?title\b/i.test(line));
  const title = withoutMarkup(titled?.replace(/^(?:\*\*|#+ *)?title(?:\*\*)?:?/i, '') ?? '');
  const outline = lines
    .filter((line) => line !== titled)
    .map(withoutMarkup)
    .filter((line) => line !== '');
  if (outline.length === 0) throw new AnswerRejectedError('The model gave no outline.');
  return {
    title: title === '' ? titleOf(topic) : markClaims(titleOf(title), topic),
    outline: outline.slice(0, sectionsMax).map((heading) => markClaims(heading, topic)),
  };
}

/** A line without bullet, number, heading marks and emphasis. */
function withoutMarkup(line: string): string {
  return line
    .replace(/^\s*(?:[-*•+]\s+|#{1,6}\s+|\d{1,2}[.)]\s+)/, '')
    .replaceAll('**', '')
    .trim()
    .slice(0, 200);
}
