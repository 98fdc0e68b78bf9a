import { searchAttributeNames } from '#temporal/search-attribute-names.ts';
import { callTemporal, field } from './call-temporal.ts';

const method = 'operatorservice.v1.OperatorService/AddSearchAttributes';
/** The second field of an entry, the type, is a number: Keyword. */
const keyword = Buffer.of(0x10, 2);

/**
 * Registers the search attributes of runs in a namespace. Those that are there are passed over by the server; without the others
 * no run can be started in a database that an earlier release made.
 */
export async function registerAttributes(address: string, namespace: string): Promise<void> {
  const entries = Object.values(searchAttributeNames).map((name) =>
    field(1, Buffer.concat([field(1, name), keyword])),
  );
  await callTemporal(address, { method, message: Buffer.concat([...entries, field(2, namespace)]) });
}
