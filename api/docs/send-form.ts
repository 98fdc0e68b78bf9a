import { type Html, html } from '../html.ts';

interface Sending {
  readonly method: string;
  readonly path: string;
  /** What the form is called by those who cannot see where it stands. */
  readonly label: string;
  readonly button: string;
  /** The members of the form are then the params of this tool. */
  readonly tool?: string;
}

/** A form that request.js makes a request of, and the place where answer.js shows what came back. */
export function sendForm(sending: Sending, inputs: Html | readonly Html[]): Html {
  const { method, path, tool, label, button } = sending;
  const ofTool = tool === undefined ? null : html`data-tool="${tool}"`;
  return html`<form data-method="${method}" data-path="${path}" ${ofTool} aria-label="${label}">
    ${inputs}
    <div class="actions">
      <button type="submit">${button}</button>
      <p class="progress" role="status"></p>
    </div>
    <div class="answer"></div>
    <noscript><p class="about">Sending from this page needs JavaScript.</p></noscript>
  </form>`;
}
