import { casesMax, StoredCase as Stored, type StoredCase } from '#contracts/case.ts';
import { caseIdOf } from '#domain/case-id.ts';
import type { Redis } from '../connection/connect.ts';
import { json } from '../records/fields.ts';
import { keys } from '../records/index.ts';

const StoredField = json(Stored);

/** Deliveries that an automation is held against. */
export function createCases({ redis }: { readonly redis: Redis }) {
  /** Newest first. */
  async function list(workspaceId: string, automationId: string): Promise<readonly StoredCase[]> {
    const stored = Object.values(await redis.hGetAll(keys.cases(workspaceId, automationId)));
    return stored.map((one) => StoredField.parse(one)).toSorted((a, b) => b.createdAt - a.createdAt);
  }

  /** The case of a delivery; null where it is none. */
  async function of(
    workspaceId: string,
    automationId: string,
    deliveryId: string,
  ): Promise<StoredCase | null> {
    const stored = await redis.hGet(keys.cases(workspaceId, automationId), caseIdOf(deliveryId));
    return stored == null ? null : StoredField.parse(stored);
  }

  /** False where the automation has as many as it may. A new one of a delivery takes the place of the former. */
  async function keep(
    workspaceId: string,
    automationId: string,
    given: Omit<StoredCase, 'id'>,
  ): Promise<boolean> {
    const [key, id] = [keys.cases(workspaceId, automationId), caseIdOf(given.deliveryId)];
    const isNew = (await redis.hExists(key, id)) === 0;
    if (isNew && (await redis.hLen(key)) >= casesMax) return false;
    await redis.hSet(key, id, StoredField.encode({ ...given, id }));
    return true;
  }

  /** False where there was none. */
  const remove = async (workspaceId: string, automationId: string, caseId: string): Promise<boolean> =>
    (await redis.hDel(keys.cases(workspaceId, automationId), caseId)) === 1;

  return { list, of, keep, remove };
}

export type Cases = ReturnType<typeof createCases>;

/** Takes a delivery that is erased or removed out of the cases of its automation. */
export async function forgetCase(
  redis: Redis,
  {
    workspaceId,
    automationId,
    deliveryId,
  }: { workspaceId: string; automationId: string; deliveryId: string },
): Promise<void> {
  await redis.hDel(keys.cases(workspaceId, automationId), caseIdOf(deliveryId));
}
