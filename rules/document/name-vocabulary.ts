const words = (text: string): readonly string[] => text.split(' ');

/** Words of a name that do not change what it names: `phone number` is `phone`, `company name` is `company`. */
export const emptyNouns: ReadonlySet<string> = new Set(
  words('address number name text detail info value full'),
);

/** What is written as a code too: `country_code`. */
export const codedNouns: ReadonlySet<string> = new Set(
  words('country currency language discount coupon postal zip province promo'),
);

/** Names that people use for each other. */
export const synonyms: readonly (readonly string[])[] = [
  ['message', 'text', 'content', 'message text', 'body text', 'text body', 'body'],
  ['phone', 'telephone', 'mobile', 'phone number', 'mobile number'],
  ['email', 'email address', 'mail', 'mail address'],
  ['author', 'user', 'sender', 'creator', 'actor'],
  ['total', 'total price', 'grand total', 'order total'],
  ['title', 'summary', 'subject'],
  ['created', 'created at', 'date created', 'creation date', 'created on', 'create date', 'create time'],
  ['updated', 'updated at', 'date modified', 'modified at', 'update time'],
  ['branch', 'ref'],
  ['zip', 'zip code', 'postal code', 'postcode', 'zipcode'],
  ['feedback', 'comment', 'message'],
];
