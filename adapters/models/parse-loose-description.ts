import { ImageDescription, objectInText } from '@reveille/tools';

const members = Object.keys(ImageDescription.shape) as (keyof ImageDescription)[];
const nothingSaid = Object.fromEntries(members.map((name) => [name, ''])) as ImageDescription;

/**
 * Parses an image description that does not match the schema: an object with members missing, in a code block or
 * surrounded by text, or plain text, which is then the prompt. Null if there is none.
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
