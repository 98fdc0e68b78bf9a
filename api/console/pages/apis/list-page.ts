import { type Html, html } from '#api/html.ts';
import { definePage, type PageRequest, seeOther, type View, view } from '../../define-page.ts';
import { agentMenu, chooseAgent } from '../../parts/agent-menu.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { textField } from '../../parts/field.ts';
import { formPage } from '../../parts/form-page.ts';
import { problemNote } from '../../parts/notice.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { readOnlyNote, whyOwnersOnly } from '../../parts/read-only.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { table } from '../../parts/table.ts';
import { sections } from '../../sections.ts';
import { apiPath, apisPath } from './apis-path.ts';
import { documentFields, documentOf } from './document-fields.ts';

export const showApis = () =>
  definePage({ method: 'get', path: apisPath, handle: (request) => apisView(request) });

export const addApi = () =>
  formPage({
    path: apisPath,
    act: async ({ manage, form }) => {
      const { agent } = await chooseAgent(manage, form.get('agent') ?? undefined);
      const text = (name: string) => form.get(name) ?? '';
      const { body, documentUrl } = documentOf(form);
      const query = { name: text('name'), host: text('host'), basePath: text('basePath'), documentUrl };
      const { id } = await manage.createApi({ params: { agentId: agent.id }, query, body });
      return seeOther(apiPath(agent.id, id));
    },
    refused: (request, problem) => apisView(request, problem),
  });

/** The APIs of an agent, and a form for another one. */
async function apisView(request: PageRequest<'owner'>, problem?: FormProblem): Promise<View> {
  const { manage, query, form, csrf, workspace } = request;
  const chosen = await chooseAgent(manage, form.get('agent') ?? query['agent']);
  const agentId = chosen.agent.id;
  const { items } = await manage.listApis({ params: { agentId } });
  const readOnly = whyOwnersOnly(workspace);
  const typed = { value: (name: string) => form.get(name) ?? '', problem };
  return view({
    title: 'APIs',
    section: 'network-access',
    status: problem?.status ?? 200,
    body: html`<p class="crumb">
        <a href="${sections['network-access'].path}">${sections['network-access'].title}</a>
      </p>
      <h1>APIs</h1>
      <p class="lead">
        Operations that you choose from an OpenAPI document become tools of the agent. Their requests go only
        to the host that you name, within Network Access.
      </p>
      ${agentMenu(apisPath, chosen)}
      ${table({
        name: 'APIs',
        rows: items,
        columns: [
          { title: 'API', cell: ({ id, name }) => html`<a href="${apiPath(agentId, id)}">${name}</a>` },
          { title: 'Goes to', cell: ({ origin, basePath }) => html`<code>${origin}${basePath}</code>` },
          {
            title: 'Document',
            cell: ({ document, next }) =>
              html`${outsideText(`${document.title} ${document.version}`)}
              ${next !== null && html`<span class="hint">A newer one waits.</span>`}`,
          },
          { title: 'Operations', className: 'number', cell: ({ chosenCount }) => chosenCount },
        ],
        empty: { title: 'No API yet', text: 'The agent writes its requests by itself.' },
      })}
      ${readOnlyNote(readOnly)} ${readOnly === null && addForm({ agentId, csrf, problem, typed })}`,
  });
}

function addForm({
  agentId,
  csrf,
  problem,
  typed,
}: {
  readonly agentId: string;
  readonly csrf: string;
  readonly problem: FormProblem | undefined;
  readonly typed: Parameters<typeof documentFields>[0];
}): Html {
  return html`<section aria-labelledby="add">
    <h2 id="add">Add an API</h2>
    <form method="post" action="${apisPath}">
      ${csrfField(csrf)} ${problemNote(problem)}
      <input type="hidden" name="agent" value="${agentId}" />
      ${textField({ name: 'name', label: 'Name', value: typed.value('name'), placeholder: 'github', isRequired: true, problem })}
      ${textField({ name: 'host', label: 'Allowed host', value: typed.value('host'), placeholder: 'api.github.com', isRequired: true, problem })}
      ${textField({
        name: 'basePath',
        label: 'Base path',
        value: typed.value('basePath'),
        placeholder: '/v1',
        hint: 'If the document names one, you are asked to confirm it. / for none.',
        problem,
      })}
      ${documentFields(typed)}
      <button>Add this API</button>
    </form>
  </section>`;
}
