/** Behaves like the client of the moment, but for what is overridden. */
export function reconnectingProxy<Client extends object>(current: () => object, overrides: object): Client {
  return new Proxy({} as Client, {
    get(_, name) {
      const client = current();
      const value: unknown = Reflect.get(name in overrides ? overrides : client, name);
      return typeof value === 'function' ? value.bind(client) : value;
    },
  });
}
