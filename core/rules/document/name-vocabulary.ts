const words = (text: string): readonly string[] => text.split(' ');

/** Words of a name that do not change what it names: `phone number` is `phone`, `company name` is `company`. */
export const emptyNouns: ReadonlySet<string> = new Set(
  words('address name text detail info value full line'),
);

/** What is written as a code too: `country_code`. */
export const codedNouns: ReadonlySet<string> = new Set(
  words('country currency language discount coupon postal zip province promo'),
);

/** Names that people use for each other. */
export const synonyms: readonly (readonly string[])[] = [
  ['message', 'text', 'content', 'message text', 'body text', 'text body', 'body'],
  ['phone', 'telephone', 'mobile', 'phone number', 'mobile number', 'telephone number'],
  ['email', 'email address', 'mail', 'mail address'],
  ['author', 'user', 'sender', 'creator', 'actor'],
  ['sender email', 'from', 'from email', 'author email', 'reply to', 'email'],
  ['who it is from', 'sender', 'author', 'user', 'actor', 'pusher', 'from'],
  ['total', 'total price', 'grand total', 'order total', 'amount', 'total amount', 'amount total'],
  ['title', 'summary', 'subject'],
  ['created', 'created at', 'date created', 'creation date', 'created on', 'create date', 'create time'],
  ['updated', 'updated at', 'date modified', 'modified at', 'update time'],
  ['branch', 'ref', 'head branch'],
  ['item', 'line item', 'order item', 'cart item', 'product', 'article'],
  ['status', 'state'],
  ['assignee', 'assigned to'],
  ['repository', 'repo'],
  ['country', 'land'],
  ['note', 'notes', 'customer note'],
  ['zip', 'zip code', 'postal code', 'postcode', 'zipcode'],
  ['feedback', 'comment', 'message'],
];

/**
 * What a delivery may be as a whole, so that "the order is paid" may mean a `status` at its top. "Region is DE" must
 * never mean that.
 */
export const entityNouns: ReadonlySet<string> = new Set(
  words(
    'order payment invoice subscription charge refund payout transfer transaction checkout cart quote estimate ' +
      'contract agreement document ticket issue case incident alert task deal lead opportunity contact account ' +
      'customer user member employee candidate applicant application registration submission form survey ' +
      'booking reservation appointment meeting shipment package parcel delivery job build deployment pipeline run ' +
      'release check campaign event request message comment review post product item service device ' +
      'claim dispute membership plan trial course lesson exam question answer vote domain certificate backup ' +
      'push commit workflow invitee email page branch bounce complaint conversation card repository repo project ' +
      'chat participant envelope signer signup unsubscribe',
  ),
);

/** Things that one sender calls so and another otherwise: an invitee of Calendly's is a booking. */
const sameThings: readonly (readonly string[])[] = [
  words('booking reservation appointment meeting invitee'),
  words('order purchase sale checkout'),
  words('payment charge transaction transfer'),
  words('user customer member contact account'),
  words('issue ticket task case card'),
  words('incident alert'),
  words('registration submission form survey response application lead'),
  words('shipment package parcel'),
  words('build job pipeline run workflow deployment'),
];

/** May two nouns be said of one thing? */
export const areSameThing = (one: string, other: string): boolean =>
  sameThings.some((group) => group.includes(one) && group.includes(other));

/** First words of names of things: "pull request". */
export const firstNouns: ReadonlySet<string> = new Set(words('pull merge line workflow check'));
