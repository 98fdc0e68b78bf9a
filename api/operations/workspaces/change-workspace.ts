import { WorkspaceChange, WorkspaceView } from '#contracts/workspace.ts';
import { DomainError } from '#domain/domain-error.ts';
import { timeZoneNamed } from '#domain/time-zone.ts';
import type { Workspaces } from '#store/workspace/workspaces.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { workspaceView, type WorkspaceViewDeps } from './workspace-view.ts';

interface Deps extends WorkspaceViewDeps {
  readonly workspaces: Pick<Workspaces, 'change' | 'ownLimits' | 'timeZoneOf' | 'budgetOf'>;
}

export const changeWorkspace = (deps: Deps) =>
  defineOperation({
    method: 'patch',
    path: '/manage/workspace',
    id: 'changeWorkspace',
    access: 'owner',
    role: 'owner',
    summary: 'Change the workspace of the token',
    description:
      'The next run of an agent is told the new time zone; one that is under way keeps the one it began with.',
    body: jsonBody(WorkspaceChange, {
      examples: { zoned: { summary: 'A time zone', value: { timeZone: 'Europe/Berlin' } } },
    }),
    answers: { 200: json('The workspace.', WorkspaceView) },
    handle: async ({ workspace, body }) => {
      const { timeZone: name } = await body();
      const timeZone = timeZoneNamed(name);
      if (timeZone === null)
        throw new DomainError(
          'INVALID_REQUEST',
          `timeZone ${JSON.stringify(name)} is not the name of a time zone.`,
          {
            field: 'timeZone',
            hint: 'Use an IANA name such as Europe/Berlin, America/New_York or UTC.',
          },
        );
      await deps.workspaces.change(workspace.id, { timeZone });
      return { status: 200, body: await workspaceView(deps, workspace) };
    },
  });
