const members: ReadonlyMap<string, RegExp> = new Map([
  ['square', /^amount$/],
  ['stripe', /^(?:amount(?:_\w+)?|unit_amount|(?:sub)?total|balance|fee|net)$/],
]);

/** The members of what a sender delivers that are amounts in the smallest unit of a currency, such as cents. */
export const minorUnitsOf = (sender: string): RegExp | undefined => members.get(sender);
