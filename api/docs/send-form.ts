import { type Html, html } from '../html.ts';

interface Sending {
  readonly method: string;
  readonly path: string;
  /** Accessible name of the form. */
  readonly label: string;
  readonly button: string;
  /** The token of the page goes with the request. */
  readonly needsToken?: boolean;
  /** If set, the fields of the form are the params of this tool. */
  readonly tool?: string;
}

/** A form that request.js turns into a request, and the element where answer.js shows the response. */
export function sendForm(sending: Sending, inputs: Html | readonly Html[]): Html {
  const { method, path, tool, needsToken = false, label, button } = sending;
  const ofTool = tool === undefined ? null : html`data-tool="${tool}"`;
  const ofToken = needsToken && html`data-token="needed"`;
  return html`<form data-method="${method}" data-path="${path}" ${ofTool} ${ofToken} aria-label="${label}">
    ${inputs}
    <div class="actions">
      <button type="submit">${button}</button>
      <p class="progress" role="status"></p>
    </div>
    <div class="answer"></div>
    <noscript><p class="about">Sending from this page needs JavaScript.</p></noscript>
  </form>`;
}
