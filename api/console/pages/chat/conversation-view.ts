import { type Html, html } from '#api/html.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { type PageRequest, type View, view } from '../../define-page.ts';
import { nextPage, withQuery } from '../../parts/next-page.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { outcomeState } from '../../parts/outcome.ts';
import { time } from '../../parts/time.ts';
import { chatPath } from './chat-path.ts';
import { messageForm } from './message-form.ts';
import { stepList } from './step-list.ts';

type Message = ItemOf<'readConversation'>;

/**
 * One conversation, oldest message first; it grows while the agent works. The listening element is not the replaced one: an
 * event that waits for its turn would be lost with it.
 */
export async function conversationView(
  { manage, query, csrf, timeZone }: PageRequest<'owner'>,
  agent: { readonly id: string; readonly name: string },
  conversationId: string,
  refused: { readonly typed?: string; readonly problem?: FormProblem } = {},
): Promise<View> {
  const agentId = agent.id;
  const { title, items, nextCursor } = await manage.readConversation({
    params: { agentId, conversationId },
    query: { cursor: query['cursor'], limit: '25' },
  });
  const here = withQuery(`${chatPath}/${conversationId}`, { agent: agentId, cursor: query['cursor'] });
  return view({
    title,
    section: 'chat',
    status: refused.problem?.status ?? 200,
    body: html`<p class="crumb"><a href="${withQuery(chatPath, { agent: agentId })}">Chat</a></p>
      <h1><bdi class="foreign">${title}</bdi></h1>
      ${nextPage(`${chatPath}/${conversationId}`, { agent: agentId, cursor: query['cursor'] }, nextCursor)}
      <div
        hx-get="${here}"
        hx-trigger="message from:body throttle:500ms, resync from:body"
        hx-select="#messages"
        hx-target="#messages"
        hx-swap="outerHTML"
      >
        <ol id="messages" class="messages" aria-live="polite">
          ${items.toReversed().map((message) => messageItem(message, agent, timeZone))}
        </ol>
      </div>
      ${messageForm({ csrf, agentId, conversationId, ...refused })}`,
  });
}

function messageItem(
  message: Message,
  agent: { readonly id: string; readonly name: string },
  timeZone: string,
): Html {
  const { outcome, reason, reply, steps } = message;
  return html`<li>
    <p class="said"><strong>You</strong> <span class="quiet">${time(message.receivedAt, timeZone)}</span></p>
    <div class="foreign text">${message.message}</div>
    <p class="said">
      <strong>${agent.name}</strong>
      ${outcome !== 'succeeded' && outcomeState(outcome)}
    </p>
    ${stepList(steps, agent.id)}
    ${
      reply === null
        ? html`<p class="quiet">Working on it …</p>`
        : html`<div class="foreign text">${reply}</div>`
    }
    ${reason !== null && reply?.includes(reason) !== true && html`<p class="hint">${reason}</p>`}
  </li>`;
}
