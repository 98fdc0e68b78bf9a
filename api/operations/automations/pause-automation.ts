import { Automation } from '#contracts/automation.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { idParam } from '../path-params.ts';
import type { ChangingDeps } from './automation-view.ts';
import { setState } from './set-state.ts';

export const pauseAutomation = (deps: ChangingDeps) =>
  defineOperation({
    method: 'post',
    path: '/manage/automations/{id}/pause',
    id: 'pauseAutomation',
    access: 'owner',
    summary: 'Pause an automation',
    description:
      'Deliveries are answered `skipped` and wake nothing; the URL stays. They show in the activity, and are kept while there is room (1,000 of an automation, 20,000,000 bytes of bodies): `POST …/run-skipped` runs them after the automation is resumed. Their event ids are not remembered, so the sender may send them again then; each event is run once, whichever comes first.',
    params: { id: idParam('automation') },
    answers: { 200: json('The automation.', Automation) },
    handle: async ({ workspace, params }) => ({
      status: 200,
      body: await setState(deps, { workspace, id: params.id, state: 'paused' }),
    }),
  });
