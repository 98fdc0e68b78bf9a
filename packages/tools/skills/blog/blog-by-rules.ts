import { postTypes, type PostType } from './post-types.ts';
import { titleOf } from './title.ts';

export interface BlogDraft {
  readonly title: string;
  readonly outline: readonly string[];
  readonly text: string;
}

/** An outline of the post that the topic asks for, with questions to answer; it says that no model wrote it. */
export function blogByRules(topic: string): BlogDraft {
  const title = titleOf(topic);
  const { name, sections } = postTypeOf(topic);
  const label = `Outline by rules, without a language model. Kind of post: ${name}.`;
  const parts = sections.map(
    ({ heading, questions }) => `## ${heading}\n\n${questions.map((question) => `- ${question}`).join('\n')}`,
  );
  return {
    title,
    outline: sections.map(({ heading }) => heading),
    text: [`# ${title}`, label, ...parts].join('\n\n'),
  };
}

function postTypeOf(topic: string): PostType {
  const type = postTypes.find(({ fits }) => fits.test(topic)) ?? postTypes.at(-1);
  if (!type) throw new Error('There is no kind of post at all.');
  return type;
}
