/** "J." in "J. R. R. Tolkien" ends no sentence; "B." in "We took plan B. Nobody spoke." does. */

const initialAtEnd = /(?<before>(?:^|.*[\s(["'“‘„«.-]))(?<letter>\p{Lu})\.[^\S\r\n\u2028\u2029]*$/su;
const wordAtStart = /^["'“‘„«(]?(?<word>\p{Lu}[\p{L}\p{M}'’]*)(?<dot>\.?)/u;

/** A letter after one of these is the name of a thing. */
const labels =
  /\b(?:answer|appendix|block|category|class|drive|exhibit|figure|gate|grade|group|hall|hepatitis|item|level|model|note|option|part|phase|plan|platform|point|question|schedule|section|series|side|size|step|table|team|type|unit|version|vitamin|zone)\s+$/i;

/** Words that begin sentences far more often than they are names. */
const starters = new Set(
  'a after all also an and are as at because before both but can did do does every everyone finally for from he her here his how however i if in is it its later let many maybe most my next no nobody not now of on one only or our people please she since so some soon that the their then there therefore these they this those though thus to today was we what when where which while who why will with yes you your'.split(
    ' ',
  ),
);

/** Whether a piece that ends in a capital and a dot goes on in `rest`. */
export function endsInInitial(piece: string, rest: string): boolean {
  const { before = '', letter } = initialAtEnd.exec(piece)?.groups ?? {};
  if (letter === undefined) return false;
  const { word = '', dot } = wordAtStart.exec(rest)?.groups ?? {};
  if (word === '') return false;
  if ((word.length === 1 && dot === '.') || before === '') return true;
  const isAfterInitial = /(?:^|[\s(["'“‘„«.-])\p{Lu}\.\s*$/u.test(before);
  if (!isAfterInitial && (letter === 'I' || labels.test(before))) return false;
  return !starters.has(word.toLowerCase());
}
