import { randomUUID } from 'node:crypto';

import { DomainError } from '#domain/domain-error.ts';
import { definePage, type PageRequest, seeOther } from '../../define-page.ts';
import { chooseAgent } from '../../parts/agent-menu.ts';
import { withQuery } from '../../parts/next-page.ts';
import { formProblem } from '../../parts/refused-form.ts';
import { chatPath } from './chat-path.ts';
import { chatView } from './chat-view.ts';
import { conversationView } from './conversation-view.ts';

/** Long enough for the message to be taken; the page of the conversation shows the rest as it comes. */
const waitSeconds = 2;

/** Sends a message and leads to its conversation. */
export const sayMessage = () =>
  definePage({
    method: 'post',
    path: chatPath,
    handle: async (request) => {
      const { manage, form } = request;
      const chosen = await chooseAgent(manage, form.get('agent') ?? undefined);
      const conversationId = form.get('conversation');
      try {
        const said = await say(request, chosen.agent.id, conversationId);
        return seeOther(withQuery(`${chatPath}/${said}`, { agent: chosen.agent.id }));
      } catch (error) {
        const refused = { typed: form.get('message') ?? '', problem: formProblem(error) };
        return conversationId === null
          ? await chatView(request, chosen, refused)
          : await conversationView(request, chosen.agent, conversationId, refused);
      }
    },
  });

/** The id of the conversation, whether the reply is ready or not. */
async function say({ manage, form }: PageRequest<'owner'>, agentId: string, conversationId: string | null) {
  try {
    const reply = await manage.sendMessage({
      params: { agentId },
      headers: { Prefer: `wait=${waitSeconds}`, 'Idempotency-Key': randomUUID() },
      body: { message: form.get('message') ?? '', conversationId },
    });
    return reply.conversationId;
  } catch (error) {
    const pending = error instanceof DomainError ? error.members['conversationId'] : undefined;
    if (typeof pending === 'string') return pending;
    throw error;
  }
}
