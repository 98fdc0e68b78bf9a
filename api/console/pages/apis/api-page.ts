import { type Html, html } from '#api/html.ts';
import { apiParams } from '#api/operations/apis/api-view.ts';
import type { AnswerTo } from '#api/routing/call-operation.ts';
import { definePage, type PageRequest, seeOther, type View, view } from '../../define-page.ts';
import { chooseAgent } from '../../parts/agent-menu.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { formPage } from '../../parts/form-page.ts';
import { notice, problemNote } from '../../parts/notice.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { readOnlyNote, whyOwnersOnly } from '../../parts/read-only.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { apiPath, apisPath } from './apis-path.ts';
import { documentFields, documentOf } from './document-fields.ts';
import { chosenIn, operationForm } from './operation-form.ts';

const path = `${apisPath}/{apiId}`;
const params = { apiId: apiParams.apiId };

type Request = PageRequest<'owner'>;

export const showApi = () =>
  definePage({ method: 'get', path, params, handle: (request) => apiView(request) });

const action = (at: string, act: (request: Request, ids: Ids) => Promise<unknown>) =>
  formPage({
    path: `${path}${at}`,
    params,
    act: async (request) => {
      const ids = await idsOf(request);
      await act(request, ids);
      return seeOther(at === '/delete' ? apisPath : apiPath(ids.agentId, ids.apiId));
    },
    refused: (request, problem) => apiView(request, problem),
  });

export const chooseOperations = () =>
  action('', async ({ manage, form }, ids) =>
    manage.changeApi({ params: ids, body: { operations: chosenIn(form) } }),
  );

export const giveNewerDocument = () =>
  action('/document', async ({ manage, form }, ids) => {
    const { body, documentUrl } = documentOf(form);
    return await manage.giveDocument({ params: ids, query: { documentUrl }, body });
  });

export const acceptNewerDocument = () =>
  action('/accept', async ({ manage, form }, ids) =>
    manage.acceptDocument({ params: ids, body: { digest: form.get('digest') ?? '' } }),
  );

export const removeApi = () =>
  action('/delete', async ({ manage }, ids) => manage.deleteApi({ params: ids }));

type Ids = Awaited<ReturnType<typeof idsOf>>;

async function idsOf({ manage, form, query, params: { apiId = '' } }: Request) {
  const { agent } = await chooseAgent(manage, form.get('agent') ?? query['agent']);
  return { agentId: agent.id, apiId };
}

async function apiView(request: Request, problem?: FormProblem): Promise<View> {
  const { manage, query, csrf, workspace } = request;
  const ids = await idsOf(request);
  const search = query['search'] ?? '';
  const [api, found] = await Promise.all([
    manage.readApi({ params: ids }),
    manage.listApiOperations({ params: ids, query: { search } }),
  ]);
  const readOnly = whyOwnersOnly(workspace);
  const here = `${apisPath}/${ids.apiId}`;
  const own = html`${csrfField(csrf)}<input type="hidden" name="agent" value="${ids.agentId}" />`;
  const typed = { value: () => '', problem };
  return view({
    title: `API ${api.name}`,
    section: 'network-access',
    status: problem?.status ?? 200,
    body: html`<p class="crumb"><a href="${apisPath}?agent=${ids.agentId}">APIs</a></p>
      <h1>${api.name}</h1>
      <p class="lead">
        ${outsideText(`${api.document.title} ${api.document.version}`)}: requests go to
        <code>${api.origin}${api.basePath}</code>.
      </p>
      ${problemNote(problem)} ${readOnlyNote(readOnly)}
      ${
        api.next !== null &&
        notice('attention', 'A newer document waits. Nothing changes before you accept it.', {
          more: html`${differences(api)}
            <form method="post" action="${here}/accept">
              ${own}<input type="hidden" name="digest" value="${api.next.digest}" />
              ${readOnly === null && html`<button>Accept it</button>`}
            </form>`,
        })
      }
      ${operationForm({ api, found, search, agentId: ids.agentId, own, isReadOnly: readOnly !== null })}
      ${readOnly === null && changeForms(here, own, typed)}`,
  });
}

const changeForms = (here: string, own: Html, typed: Parameters<typeof documentFields>[0]): Html =>
  html`<section aria-labelledby="newer">
      <h2 id="newer">A newer document</h2>
      <form method="post" action="${here}/document">
        ${own} ${documentFields(typed)}
        <button>Compare it</button>
      </form>
    </section>
    <section aria-labelledby="delete">
      <h2 id="delete">Delete it</h2>
      <form method="post" action="${here}/delete">${own}<button class="danger">Delete this API</button></form>
    </section>`;

/** The changes that the newer document brings, in a line for each kind. */
const differences = ({ differences: found }: AnswerTo<'readApi'>) =>
  found !== null &&
  html`<ul>
    ${Object.entries(found).map(
      ([kind, names]) =>
        names.length > 0 &&
        html`<li>${names.length} ${kind}: ${names.slice(0, 20).join(', ')}${names.length > 20 && ' …'}</li>`,
    )}
  </ul>`;
