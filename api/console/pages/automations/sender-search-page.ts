import { type Html, html } from '#api/html.ts';
import type { AnswerTo } from '#api/routing/call-operation.ts';
import { definePage, type PageRequest, seeOther } from '../../define-page.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { areaField, textField } from '../../parts/field.ts';
import { problemNote } from '../../parts/notice.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { type FormProblem, formProblem } from '../../parts/refused-form.ts';
import { schemaOfField } from './answer-schema-field.ts';
import { automationFrame } from './automation-frame.ts';
import { automationParams, automationPath } from './automation-path.ts';
import type { ShownAutomation } from './shown-automation.ts';

type Request = PageRequest<'owner'>;
type Proposal = AnswerTo<'searchSender'>;

export const senderSearchPath = (id: string) => `${automationPath(id)}/sender-search`;
const page = { path: senderSearchPath('{id}'), params: automationParams } as const;

interface Shown {
  readonly secret: string;
  /** The description as JSON; blank before anything was found. */
  readonly description: string;
  readonly proposal?: Proposal;
  readonly problem?: FormProblem;
}

const textOf = (data: unknown): string => JSON.stringify(data, null, 2);

/** Finds out how a sender signs, and describes it. */
export const searchSenderPage = () =>
  definePage({
    ...page,
    method: 'get',
    handle: async (request) => {
      const { customSender } = await automationOf(request);
      return await view(request, {
        secret: '',
        description: customSender === null ? '' : textOf(customSender),
      });
    },
  });

export const takeSender = () =>
  definePage({
    ...page,
    method: 'post',
    handle: async (request) => {
      const { manage, params, form } = request;
      const [secret, description] = [form.get('signingSecret')?.trim() ?? '', form.get('description') ?? ''];
      try {
        if (form.get('do') === 'search') {
          const proposal = await manage.searchSender({ params, body: { signingSecret: secret || null } });
          return await view(request, { secret, proposal, description: textOf(proposal.customSender) });
        }
        const known = form.get('known') ?? '';
        const chosen =
          form.get('do') === 'known' && known !== ''
            ? { sender: known }
            : {
                sender: 'custom',
                customSender: schemaOfField(description) as ShownAutomation['customSender'],
              };
        const body = { ...chosen, ...(secret !== '' && { signingSecret: secret }) };
        await manage.changeAutomation({ params, body });
        return seeOther(`${automationPath(params['id'] ?? '')}/sender`);
      } catch (error) {
        return await view(request, { secret, description, problem: formProblem(error) });
      }
    },
  });

const automationOf = ({ manage, params }: Request): Promise<ShownAutomation> =>
  manage.readAutomation({ params, query: { wouldRun: 'false' } });

async function view(request: Request, shown: Shown) {
  const automation = await automationOf(request);
  const { problem, proposal, secret, description } = shown;
  return automationFrame({
    automation,
    tab: '/sender',
    status: problem?.status,
    body: html`${problemNote(problem)}
      <h2>Describe the sender</h2>
      <p class="hint">
        For a system that is not in the list. Have it send a test event, enter the secret that it shows, and
        search: each header, algorithm and signed text that senders use is tried on that delivery.
      </p>
      <form method="post" action="${senderSearchPath(automation.id)}">
        ${csrfField(request.csrf)}
        ${textField({
          name: 'signingSecret',
          label: 'Signing secret, or public key',
          type: 'password',
          autocomplete: 'new-password',
          value: secret,
          problem,
          placeholder: automation.hasSigningSecret ? 'Unchanged' : '',
        })}
        <div class="actions"><button name="do" value="search">Search</button></div>
        ${proposal !== undefined && proposalPart(proposal)}
        ${description !== '' && descriptionPart(description, problem)}
      </form>`,
  });
}

const proposalPart = ({ sender, why }: Proposal): Html =>
  html`${
      sender !== null &&
      html`<p>It signs as ${sender.title} does.</p>
        <input type="hidden" name="known" value="${sender.id}" />
        <div class="actions">
          <button class="primary" name="do" value="known">Yes, it is ${sender.title}</button>
        </div>`
    }
    <ul>
      ${why.map(({ member, sentence }) => html`<li><code>${member}</code>: ${outsideText(sentence, 600)}</li>`)}
    </ul>`;

const descriptionPart = (description: string, problem: FormProblem | undefined): Html =>
  html`${areaField({
      name: 'description',
      label: 'Description',
      value: description,
      rows: 16,
      problem,
      attributes: html`spellcheck="false"`,
      hint: html`As JSON; <a href="/docs/sender-guide#custom-senders">its members</a> are explained in the
        guide.`,
    })}
    <div class="actions"><button class="primary" name="do" value="take">Use this description</button></div>`;
