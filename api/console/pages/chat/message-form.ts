import { type Html, html } from '#api/html.ts';
import { problemNote } from '../../parts/notice.ts';
import { areaField } from '../../parts/field.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { chatPath } from './chat-path.ts';

interface MessageForm {
  readonly csrf: string;
  readonly agentId: string;
  /** Null: the message begins a conversation. */
  readonly conversationId: string | null;
  readonly typed?: string;
  readonly problem?: FormProblem;
}

/** Each says what the offline rules can do, too. */
const examples = ['Reply "Hello".', 'GET https://api.github.com/zen'] as const;

/** A message to an agent. */
export function messageForm({ csrf, agentId, conversationId, typed = '', problem }: MessageForm): Html {
  return html`<form method="post" action="${chatPath}" class="message">
      ${csrfField(csrf)}
      <input type="hidden" name="agent" value="${agentId}" />
      ${conversationId !== null && html`<input type="hidden" name="conversation" value="${conversationId}" />`}
      ${problemNote(problem)}
      ${areaField({
        name: 'message',
        label: 'Message',
        value: typed,
        rows: 3,
        isRequired: true,
        placeholder: 'GET https://api.example.com/orders/1',
        attributes: html`class="prose"`,
      })}
      <p class="actions"><button class="primary">Send</button></p>
    </form>
    ${
      conversationId === null &&
      html`<form method="post" action="${chatPath}" class="actions" aria-label="Examples">
        ${csrfField(csrf)}
        <input type="hidden" name="agent" value="${agentId}" />
        ${examples.map((example) => html`<button name="message" value="${example}">${example}</button>`)}
      </form>`
    }`;
}
