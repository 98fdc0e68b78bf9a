import { createClient } from '@redis/client';

type Client = ReturnType<typeof createClient>;

let first: Client | undefined;

/**
 * A client that is not connected yet. `createClient` makes a class of clients with all commands for each other address, which
 * takes milliseconds: here all are of one class.
 */
export function newClient(options: Parameters<Client['duplicate']>[0]): Client {
  return (first ??= createClient()).duplicate(options);
}
