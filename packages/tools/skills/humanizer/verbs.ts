/**
 * Worn verbs and the plain ones, each as base, third person, -ing and past. `tail` is what follows the worn verb and
 * what follows the plain one; `before` limits a verb that is also an honest noun or term to places before these words.
 */
interface VerbRow {
  readonly worn: string;
  readonly plain: string;
  readonly tail?: readonly [worn: string, plain: string];
  readonly before?: readonly string[];
}

const determiners =
  'the a an our your their its his her this that these those both all new existing technology technologies data ai tools automation software'.split(
    ' ',
  );

export const verbRows: readonly VerbRow[] = [
  { worn: 'delve delves delving delved', plain: 'look looks looking looked', tail: [' into', ' at'] },
  { worn: 'delve delves delving delved', plain: 'go goes going went', tail: [' deeper', ' deeper'] },
  {
    worn: 'dive dives diving dived',
    plain: 'look looks looking looked',
    tail: [' deep into', ' closely at'],
  },
  {
    worn: 'leverage leverages leveraging leveraged',
    plain: 'use uses using used',
    // "The leverage that it had" is a noun.
    before: determiners.filter((word) => word !== 'that'),
  },
  { worn: 'harness harnesses harnessing harnessed', plain: 'use uses using used', before: determiners },
  { worn: 'utilize utilizes utilizing utilized', plain: 'use uses using used' },
  { worn: 'utilise utilises utilising utilised', plain: 'use uses using used' },
  { worn: 'facilitate facilitates facilitating facilitated', plain: 'help helps helping helped' },
  {
    worn: 'underscore underscores underscoring underscored',
    plain: 'show shows showing showed',
    before: determiners,
  },
  {
    worn: 'showcase showcases showcasing showcased',
    plain: 'show shows showing showed',
    before: determiners,
  },
  {
    worn: 'foster fosters fostering fostered',
    plain: 'encourage encourages encouraging encouraged',
    before: ['a', 'an', 'trust', 'collaboration', 'innovation', 'growth'],
  },
  {
    worn: 'bolster bolsters bolstering bolstered',
    plain: 'strengthen strengthens strengthening strengthened',
  },
  {
    worn: 'elevate elevates elevating elevated',
    plain: 'improve improves improving improved',
    before: ['your', 'our', 'their'],
  },
  {
    worn: 'streamline streamlines streamlining streamlined',
    plain: 'simplify simplifies simplifying simplified',
  },
  { worn: 'embark embarks embarking embarked', plain: 'start starts starting started', tail: [' on', ''] },
  {
    worn: 'unlock unlocks unlocking unlocked',
    plain: 'get gets getting got',
    tail: [' the full potential of', ' the most from'],
  },
  {
    worn: 'navigate navigates navigating navigated',
    plain: 'handle handles handling handled',
    tail: [' the complexities of', ''],
  },
  {
    worn: 'play plays playing played',
    plain: 'matter matters mattering mattered',
    tail: [' a pivotal role in', ' for'],
  },
  {
    worn: 'play plays playing played',
    plain: 'matter matters mattering mattered',
    tail: [' a crucial role in', ' for'],
  },
  {
    worn: 'play plays playing played',
    plain: 'matter matters mattering mattered',
    tail: [' a vital role in', ' for'],
  },
  {
    worn: 'play plays playing played',
    plain: 'matter matters mattering mattered',
    tail: [' a key role in', ' for'],
  },
  {
    worn: 'serve serves serving served',
    plain: 'show shows showing showed',
    tail: [' as a testament to', ''],
  },
  {
    worn: 'stand stands standing stood',
    plain: 'show shows showing showed',
    tail: [' as a testament to', ''],
  },
  {
    worn: 'shed sheds shedding shed',
    plain: 'explain explains explaining explained',
    tail: [' light on', ''],
  },
  {
    worn: 'pave paves paving paved',
    plain: 'prepare prepares preparing prepared',
    tail: [' the way for', ' for'],
  },
  { worn: 'boast boasts boasting boasted', plain: 'have has having had', before: ['a', 'an'] },
  {
    worn: 'endeavor endeavors endeavoring endeavored',
    plain: 'try tries trying tried',
    tail: [' to', ' to'],
  },
  {
    worn: 'endeavour endeavours endeavouring endeavoured',
    plain: 'try tries trying tried',
    tail: [' to', ' to'],
  },
  {
    worn: 'empower empowers empowering empowered',
    plain: 'help helps helping helped',
    before: ['you', 'teams', 'users', 'people', 'businesses'],
  },
  { worn: 'spearhead spearheads spearheading spearheaded', plain: 'lead leads leading led' },
];
