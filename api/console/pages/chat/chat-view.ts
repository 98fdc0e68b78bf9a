import { html } from '#api/html.ts';
import { type PageRequest, type View, view } from '../../define-page.ts';
import { type ChosenAgent, agentMenu } from '../../parts/agent-menu.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { nextPage, withQuery } from '../../parts/next-page.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { readOnlyNote, whyReadOnly } from '../../parts/read-only.ts';
import { time } from '../../parts/time.ts';
import { chatPath } from './chat-path.ts';
import { messageForm } from './message-form.ts';

/** The conversations with an agent, and the beginning of a new one. */
export async function chatView(
  { manage, query, csrf, timeZone, workspace }: PageRequest<'owner'>,
  chosen: ChosenAgent,
  refused: { readonly typed?: string; readonly problem?: FormProblem } = {},
): Promise<View> {
  const agentId = chosen.agent.id;
  const readOnly = whyReadOnly(workspace);
  const { items, nextCursor } = await manage.listConversations({
    params: { agentId },
    query: { cursor: query['cursor'], limit: '25' },
  });
  return view({
    title: 'Chat',
    section: 'chat',
    status: refused.problem?.status ?? 200,
    body: html`<h1>Chat</h1>
      <p class="lead">
        ${chosen.agent.name} answers with the Network Access that its automations have. Its model is
        <code>${chosen.agent.model}</code>. A chat is not billed as an automation run.
      </p>
      ${agentMenu(chatPath, chosen)} ${readOnlyNote(readOnly)}
      <fieldset ${readOnly !== null && html`disabled`}>
        ${messageForm({ csrf, agentId, conversationId: null, ...refused })}
      </fieldset>
      <section aria-labelledby="conversations">
        <h2 id="conversations">Conversations</h2>
        ${
          items.length === 0
            ? emptyState({
                title: 'No messages yet',
                text: 'Ask the agent to fetch something from a domain that you allowed: it is the quickest way to see what it can do.',
              })
            : html`<ul class="plain-list">
                ${items.map(
                  ({ conversationId, title, updatedAt }) =>
                    html`<li>
                      <a href="${withQuery(`${chatPath}/${conversationId}`, { agent: agentId })}"
                        ><bdi class="foreign">${title}</bdi></a
                      >
                      <span class="quiet">${time(updatedAt, timeZone)}</span>
                    </li>`,
                )}
              </ul>`
        }
        ${nextPage(chatPath, { agent: agentId, cursor: query['cursor'] }, nextCursor)}
      </section>`,
  });
}
