import { ManagedWorkspace, ManagedWorkspaceChange } from '#contracts/workspace.ts';
import type { HeldWaker } from '#intake/wake-held.ts';
import type { ManagedWorkspaces } from '#store/workspace/managed-workspaces.ts';
import type { Workspaces } from '#store/workspace/workspaces.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';

interface Deps {
  readonly heldWaker: Pick<HeldWaker, 'afterChange'>;
  readonly managedWorkspaces: Pick<ManagedWorkspaces, 'find'>;
  readonly workspaces: Pick<Workspaces, 'change'>;
}

export const changeManagedWorkspace = ({ heldWaker, managedWorkspaces, workspaces }: Deps) =>
  defineOperation({
    method: 'patch',
    path: '/manage/workspaces/{id}',
    id: 'changeManagedWorkspace',
    access: 'operator',
    summary: 'Rename, limit, suspend or resume a workspace',
    description:
      'A suspended workspace can be read and exported with its tokens; every change is 403 `WORKSPACE_SUSPENDED`. Deliveries to its hooks are answered 503 `WEBHOOK_SUSPENDED` and leave no trace: what a sender sends again after the workspace was resumed is a first. Runs that are under way go on to their end; what is held waits until the workspace is resumed. `budget` counts from when it is set. `limits` take the place of those that were set before, as a whole, and hold from the next delivery on: what is being processed goes on where there are fewer slots, and what is held is run where there are more.',
    params: { id: idParam('workspace') },
    body: jsonBody(ManagedWorkspaceChange, {
      examples: {
        renamed: { summary: 'A new name', value: { name: 'Support' } },
        limited: {
          summary: 'The most that it may use in a month',
          value: { budget: { perMonth: { amountMicros: 50_000_000 } } },
        },
        wider: {
          summary: 'More than the usual limits',
          value: { limits: { deliveriesPerMinute: 600, concurrentDeliveries: 40 } },
        },
        suspended: { summary: 'Suspend it', value: { state: 'suspended' } },
        resumed: { summary: 'Resume it', value: { state: 'active' } },
      },
    }),
    answers: { 200: json('The workspace.', ManagedWorkspace) },
    handle: async ({ params, body }) => {
      const change = await body();
      const isThere = await workspaces.change(params.id, change);
      if (change.state === 'active' || change.budget !== undefined || change.limits !== undefined)
        await heldWaker.afterChange(params.id);
      const workspace = isThere ? await managedWorkspaces.find(params.id) : null;
      return { status: 200, body: found(workspace, 'workspace') };
    },
  });
