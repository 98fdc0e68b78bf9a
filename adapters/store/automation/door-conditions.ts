import type { z } from 'zod';

import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';
import type { Hook } from './hooks.ts';
import { RevisionContent } from './shown-fields.ts';

/** The newest revision of an automation, as far as deliveries are judged by it. */
export interface DoorCondition {
  /** As it is stored: where one of both differs, what was judged by it is judged again. */
  readonly stored: { readonly revision: string; readonly condition: string };
  readonly automationName: string;
  readonly filter: string | null;
  readonly condition: z.output<typeof RevisionContent>['condition'];
}

const names = ['name', 'filter', 'condition', 'plan'] as const;
const Judged = RevisionContent.pick({ name: true, filter: true, condition: true });

/**
 * Reads the condition by which a run of this moment would be judged. Null where the automation or its revision cannot be read, or has
 * none. A revision without a plan, be it an empty one, is of a release whose English is yet to be read: that may change its condition.
 */
export function createDoorConditions({ redis }: { readonly redis: Redis }) {
  return async function doorCondition({ workspaceId, automationId }: Hook): Promise<DoorCondition | null> {
    const revision = await redis.hGet(keys.automation(workspaceId, automationId), 'revision');
    if (revision === null || !/^[1-9]\d{0,14}$/.test(revision)) return null;
    const values = await redis.hmGet(keys.revision(workspaceId, automationId, Number(revision)), [...names]);
    if (values.includes(null)) return null;
    const [name, filter, stored] = values;
    const read = Judged.safeParse({ name, filter, condition: stored });
    if (!read.success) return null;
    const { name: automationName, ...judged } = read.data;
    return { stored: { revision, condition: stored ?? '' }, automationName, ...judged };
  };
}

export type DoorConditions = ReturnType<typeof createDoorConditions>;
