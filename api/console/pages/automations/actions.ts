import type { PageRequest } from '../../define-page.ts';
import { automationPath } from './automation-path.ts';
import { duplicateOf } from './duplicate.ts';

type Request = Pick<PageRequest<'owner'>, 'manage'> & { readonly id: string };

/** Something that is done to an automation after its page has said what it means. */
export interface AutomationAction {
  /** The last segment of its address. */
  readonly name: string;
  readonly title: string;
  readonly means: readonly string[];
  readonly button: string;
  readonly isFinal?: boolean;
  /** Does it, and resolves to the page to go on with. */
  readonly carryOut: (request: Request) => Promise<string>;
}

export const actions: readonly AutomationAction[] = [
  {
    name: 'pause',
    title: 'Pause',
    means: [
      'Deliveries wake no agent until you resume it. Senders are answered 200 with the status "skipped", so they do not retry.',
      'Those deliveries are kept while there is room. After you resume it, you choose which of them are run.',
      'Runs in progress continue. Held deliveries wait until you resume it.',
    ],
    button: 'Pause',
    carryOut: async ({ manage, id }) => {
      await manage.pauseAutomation({ params: { id } });
      return automationPath(id);
    },
  },
  {
    name: 'resume',
    title: 'Resume',
    means: [
      'Deliveries wake the agent again, from the next one on.',
      'Deliveries that were skipped while it was paused stay skipped until you run them: all, the newest of each reference, or those you choose.',
    ],
    button: 'Resume',
    carryOut: async ({ manage, id }) => {
      await manage.resumeAutomation({ params: { id } });
      const { total } = await manage.listSkipped({ params: { id }, query: { limit: '1' } });
      return total === 0 ? automationPath(id) : `${automationPath(id)}/skipped`;
    },
  },
  {
    name: 'duplicate',
    title: 'Duplicate',
    means: [
      'You get another automation of the same agent with the same filter, instructions, sender, event id, budget, retries, model, burst setting and order. A signing secret is not copied.',
      'It has a URL of its own, and no deliveries. It is active at once, and waits for its first delivery.',
    ],
    button: 'Duplicate',
    carryOut: async ({ manage, id }) => {
      const body = duplicateOf(await manage.readAutomation({ params: { id }, query: { wouldRun: 'false' } }));
      const copy = await manage.createAutomation({ body });
      return automationPath(copy.id);
    },
  },
  {
    name: 'delete',
    title: 'Delete',
    means: [
      'Its URL is retired for good: senders get 410, and no other automation gets this URL.',
      'Runs in progress continue; held deliveries are not run. Its deliveries stay in Activity for as long as deliveries are kept.',
      'This cannot be undone. To stop it for a while, pause it instead.',
    ],
    button: 'Delete this automation',
    isFinal: true,
    carryOut: async ({ manage, id }) => {
      await manage.deleteAutomation({ params: { id } });
      return '/console/automations';
    },
  },
];
