interface Model {
  readonly validate: () => void;
}
type ModelClass = new (data: never) => Model;

/**
 * The faults of a Kubernetes object: the schema of its kind says so, or has no member of that name. A schema lets unknown
 * members pass, but never looks at them, which is seen here.
 */
export function problemsOf(kind: ModelClass, data: object): readonly string[] {
  const looked = new Map<object, Set<string>>();
  const watched = <T>(value: T): T => {
    if (typeof value !== 'object' || value === null) return value;
    const names = looked.get(value) ?? new Set<string>();
    looked.set(value, names);
    return new Proxy(value, {
      get: (target, name) => {
        if (typeof name === 'string') names.add(name);
        return watched(Reflect.get(target, name) as unknown);
      },
    });
  };
  // A constructor copies what it is given, and would look at all of it.
  const model = new kind({} as never);
  for (const [name, member] of Object.entries(data)) Object.assign(model, { [name]: watched(member) });
  try {
    model.validate();
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  return unknownIn(data, '');

  function unknownIn(value: unknown, path: string): readonly string[] {
    if (typeof value !== 'object' || value === null) return [];
    const names = looked.get(value);
    return Object.entries(value).flatMap(([name, member]) =>
      names?.has(name) || path === '' ? unknownIn(member, `${path}/${name}`) : [`${path}/${name} is unknown`],
    );
  }
}
