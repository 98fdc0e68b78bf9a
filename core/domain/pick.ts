export const pick = <From extends object, Name extends keyof From>(
  from: From,
  names: readonly Name[],
): Pick<From, Name> =>
  // The names are those of its members.
  Object.fromEntries(names.map((name) => [name, from[name]])) as unknown as Pick<From, Name>;
