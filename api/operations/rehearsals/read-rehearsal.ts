import type { z } from 'zod';

import { RehearsalVerdict } from '#contracts/rehearsal.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { Rehearsals } from '#store/rehearsal/rehearsals.ts';
import { decodeCursor, encodeCursor } from '#domain/cursor.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { ListQuery } from '../pages.ts';
import { idParam } from '../path-params.ts';
import { changeOf } from './change-of.ts';
import { rehearsalView, RehearsalWithItems } from './rehearsal-view.ts';

interface Deps {
  readonly automations: Pick<Automations, 'revision'>;
  readonly rehearsals: Pick<Rehearsals, 'find' | 'groups' | 'rows'>;
}

/** So many groups have their first delivery with them. */
const groupsShown = 20;

export const readRehearsal = ({ automations, rehearsals }: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/rehearsals/{rehearsalId}',
    id: 'readRehearsal',
    access: 'owner',
    role: 'viewer',
    summary: 'Read a rehearsal',
    description: 'How far it is, and the deliveries that were played, beside their runs.',
    params: { rehearsalId: idParam('rehearsal') },
    query: ListQuery.extend({ verdict: RehearsalVerdict.optional() }),
    answers: { 200: json('The rehearsal, with a page of its deliveries.', RehearsalWithItems) },
    handle: async ({ workspace, params: { rehearsalId }, query: { limit, cursor, verdict } }) => {
      const record = found(await rehearsals.find(workspace.id, rehearsalId), 'rehearsal');
      const start = cursor === undefined ? 0 : Number(decodeCursor(cursor).id);
      const items: RehearsedItem[] = [];
      let next = start;
      while (items.length < limit && next < record.deliveryIds.length) {
        const ids = record.deliveryIds.slice(next, next + limit);
        const rows = await rehearsals.rows(workspace.id, rehearsalId, ids);
        const wanted = rows.filter((row) => verdict === undefined || row.verdict === verdict);
        items.push(...wanted.slice(0, limit - items.length));
        next += ids.length;
        if (wanted.length > 0 && items.length >= limit) {
          next = record.deliveryIds.indexOf(items.at(-1)?.deliveryId ?? '') + 1;
          break;
        }
      }
      const groups = await rehearsals.groups(workspace.id, rehearsalId);
      const firstIds = groups.slice(0, groupsShown).map(({ firstId }) => firstId);
      const rowsOfGroups = await rehearsals.rows(workspace.id, rehearsalId, firstIds);
      const firsts = new Map(rowsOfGroups.map((row) => [row.deliveryId, row]));
      const { automationId, revision, draft } = record;
      const base = await automations.revision(workspace.id, automationId, revision).catch(() => null);
      const isMore = next < record.deliveryIds.length;
      const nextCursor = isMore ? encodeCursor({ at: 0, id: String(next) }) : null;
      return {
        status: 200,
        body: {
          ...rehearsalView(record),
          change: base === null ? null : changeOf(base, draft),
          groups: groups.map((group) => ({ ...group, first: firsts.get(group.firstId) ?? null })),
          items,
          nextCursor,
        },
      };
    },
  });

type RehearsedItem = z.output<typeof RehearsalWithItems>['items'][number];
