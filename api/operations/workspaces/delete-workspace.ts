import { defineOperation } from '../define-operation.ts';
import {
  answerErasure,
  type ErasureDeps,
  erasureAnswers,
  erasureMeaning,
} from '../erasure/answer-erasure.ts';
import { found } from '../found.ts';
import { idParam } from '../path-params.ts';

export const deleteWorkspace = (deps: ErasureDeps) =>
  defineOperation({
    method: 'delete',
    path: '/manage/workspaces/{id}',
    id: 'deleteWorkspace',
    access: 'operator',
    summary: 'Delete a workspace with all its data',
    description: `At once and for good: no token opens it, its hooks are retired (410), and runs that are under way are ended. Then its agents, automations, deliveries, conversations, policies, tokens and usage are erased. While that goes on, it is listed as \`deleting\`, and no other operation finds it. ${erasureMeaning}`,
    params: { id: idParam('workspace') },
    answers: erasureAnswers,
    handle: async ({ params }) =>
      await answerErasure(
        deps,
        found(await deps.erasures.begin(params.id, { kind: 'workspace' }), 'workspace'),
        'operator',
      ),
  });
