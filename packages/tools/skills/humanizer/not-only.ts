import { rewrite, type Rewritten } from './rewrite.ts';

const few = String.raw`\p{L}[\p{L}'-]*(?: \p{L}[\p{L}'-]*){0,3}`;
/** Only the safe simple form: a few words on either side, and no preceding auxiliary verb to which the `not` belongs. */
const pattern = new RegExp(
  String.raw`(?<!\b(?:do|does|did|can|could|will|would|should|may|might|must|has|have|had)\s)(?<![\p{L}'’-])not (?:only|just) (?<first>${few}),? but also (?<second>${few})`,
  'gu',
);

/** `not only fast but also safe` is `fast and safe`. */
export function plainNotOnly(text: string): Rewritten {
  return rewrite(text, pattern, ({ groups }) => `${groups?.['first']} and ${groups?.['second']}`);
}
