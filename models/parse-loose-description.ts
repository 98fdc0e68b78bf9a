import { ImageDescription, objectInText } from '@reveille/tools';

const members = Object.keys(ImageDescription.shape) as (keyof ImageDescription)[];
const nothingSaid = Object.fromEntries(members.map((name) => [name, ''])) as ImageDescription;

/**
 * What a model says of a picture in a form that was not asked for: an object without some of its members, in a code block
 * or in the middle of words, or plain words, which are the prompt then. Null where it says nothing.
 */
export function parseLooseDescription(answer: string): ImageDescription | null {
  const text = answer.trim();
  const object = objectInText(text);
  if (object !== undefined) return described(object as object);
  return text === '' || text.startsWith('{') ? null : described({ prompt: text });
}

function described(said: object): ImageDescription | null {
  const written = Object.entries(said).filter(
    ([, value]) => typeof value === 'string' && value.trim() !== '',
  );
  const { success, data } = ImageDescription.safeParse({ ...nothingSaid, ...Object.fromEntries(written) });
  return success && members.some((name) => data[name] !== '') ? data : null;
}
