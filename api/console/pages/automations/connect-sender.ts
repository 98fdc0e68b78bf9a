import { type Html, html } from '#api/html.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { choiceField, textField } from '../../parts/field.ts';
import { unlessReadOnly } from '../../parts/read-only.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { automationPath } from './automation-path.ts';
import { noUserName } from './sender-fields.ts';
import { senderSearchPath } from './sender-search-page.ts';
import type { ShownAutomation } from './shown-automation.ts';

type Listed = ItemOf<'listSenders'>;

interface Connecting {
  readonly automation: ShownAutomation;
  readonly senders: readonly Listed[];
  readonly url: string;
  /** The page that the forms are sent to. */
  readonly path: string;
  readonly kept: Readonly<Record<string, string | undefined>>;
  readonly csrf: string;
  readonly readOnly: string | null;
  /** The value of the field for it. */
  readonly secret: string;
  readonly problem: FormProblem | undefined;
}

/** The choice of the sender, then the way to connect it and its signing secret. */
export function connectSender(shown: Connecting): Html {
  const { automation, senders, readOnly } = shown;
  const sender = senders.find(({ id }) => id === automation.sender);
  return html`<section aria-labelledby="sender-heading">
    <h2 id="sender-heading">Sender</h2>
    ${sender?.connect != null && stepsOf(sender, shown)}
    ${unlessReadOnly(
      readOnly,
      html`${sender?.secretName != null && secretForm(sender.secretName, shown)} ${senderForm(shown)}`,
    )}
    ${shown.kept['recipe'] !== undefined && tryLink(automation.id, shown.kept['recipe'])}
  </section>`;
}

const tryLink = (id: string, recipe: string): Html =>
  html`<p><a href="${automationPath(id)}/try?recipe=${recipe}">Try it with the sample of the recipe</a></p>`;

function stepsOf({ title, connect, docsUrl }: Listed, { url }: Connecting): Html {
  const { steps, events } = connect ?? { steps: [], events: [] };
  return html`<p class="hint">
      At ${title} (<a href="${docsUrl}" rel="noreferrer">its page about webhooks</a>):
    </p>
    <ol>
      ${steps.map((step) => html`<li>${filled(step, url)}</li>`)}
    </ol>
    ${
      events.length > 0 &&
      html`<p>
        Events to choose there, as they are needed:
        ${events.map((event, index) => html`${index > 0 && ', '}<code>${event}</code>`)}
      </p>`
    }`;
}

/** A step with the two values in their places. */
const filled = (step: string, url: string): readonly (Html | string)[] =>
  step
    .split(/(\{url\}|\{secret\})/)
    .map((part) =>
      part === '{url}'
        ? html`<code>${url}</code>`
        : part === '{secret}'
          ? html`<a href="#signingSecret">the secret</a>`
          : part,
    );

const hidden = ({ csrf, kept }: Connecting): Html =>
  html`${csrfField(csrf)}
  ${Object.entries(kept).map(([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}" />`)}`;

function secretForm(secretName: string, shown: Connecting): Html {
  const { automation, path, secret, problem } = shown;
  const { hasSigningSecret } = automation;
  const isMade = secret !== '' && problem === undefined;
  return html`<form method="post" action="${path}">
    ${hidden(shown)} ${noUserName}
    ${textField({
      name: 'signingSecret',
      label: `Signing secret: ${secretName}`,
      // One that was made up has to be read to be pasted there.
      type: isMade ? 'text' : 'password',
      autocomplete: isMade ? 'off' : 'new-password',
      value: secret,
      placeholder: hasSigningSecret ? 'Unchanged' : '',
      isRequired: true,
      problem,
      hint: isMade
        ? 'Made up for you, and shown only here: paste it there, then save it. Or enter one of your own.'
        : 'From then on deliveries that are not signed with it are refused.',
    })}
    <div class="actions"><button class="primary">Save the secret</button></div>
  </form>`;
}

function senderForm(shown: Connecting): Html {
  const { automation, senders, path, problem } = shown;
  const { id, sender, customSender } = automation;
  const offered = senders.filter((listed) => listed.id !== 'custom' || customSender !== null);
  return html`<form method="post" action="${path}">
    ${hidden(shown)}
    ${choiceField({
      name: 'sender',
      label: 'Sending system',
      value: sender,
      problem,
      options: offered.map((listed) => [listed.id, listed.title]),
      hint: html`The way to connect it is shown then. Not in the list?
        <a href="${senderSearchPath(id)}">Find out how it signs</a>`,
    })}
    <div class="actions"><button>Choose</button></div>
  </form>`;
}
