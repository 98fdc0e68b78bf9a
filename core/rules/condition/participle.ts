import { wordSet } from '../language/common-words.ts';

/** Words in -ed that are things or kinds. */
const others = wordSet('red bed seed feed need speed embed united limited shed med ted fred');
const irregular = wordSet(
  'paid unpaid sent made done won lost sold held kept left met built bought brought taken given written shown ' +
    'known gone seen broken chosen driven frozen hidden stolen withdrawn drawn overdue',
);

/** Is a word what was done to a thing: `tagged`, `paid`, `filled in`? Such words say more than a value. */
export function isParticiple(words: string): boolean {
  const [first = ''] = words.toLowerCase().split(' ');
  return irregular.has(first) || (/^\p{L}{2,}ed$/u.test(first) && !others.has(first));
}
