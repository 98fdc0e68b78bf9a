import { DomainError } from '#domain/domain-error.ts';
import { html } from '#api/html.ts';
import { secretNameParam } from '#api/operations/secrets/secret-name.ts';
import { definePage, type PageRequest, seeOther, type View, view } from '../../define-page.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { formPage } from '../../parts/form-page.ts';
import { unlessReadOnly, whyOwnersOnly } from '../../parts/read-only.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { readSecretForm, secretForm } from './secret-form.ts';
import { secretsPath } from './secrets-path.ts';

const path = `${secretsPath}/{name}`;
const params = { name: secretNameParam };

export const showSecret = () =>
  definePage({
    method: 'get',
    path,
    params,
    handle: async (request) => {
      const { domains } = await find(request);
      return secretView(request, { typed: new URLSearchParams({ domains: domains.join(', ') }) });
    },
  });

export const changeSecretForm = () =>
  formPage({
    path,
    params,
    act: async (request) => {
      const { name } = await find(request);
      const { name: _, ...body } = readSecretForm(request.form);
      await request.manage.changeSecret({ params: { name }, body });
      return seeOther(secretsPath);
    },
    refused: (request, problem) => secretView(request, { typed: request.form, problem }),
  });

export const deleteSecretForm = () =>
  definePage({
    method: 'post',
    path: `${path}/delete`,
    params,
    handle: async ({ manage, params: { name = '' } }) => {
      await manage.deleteSecret({ params: { name } });
      return seeOther(secretsPath);
    },
  });

async function find({ manage, params: given }: PageRequest<'owner'>) {
  const { items } = await manage.listSecrets({ query: { limit: '200' } });
  const secret = items.find(({ name }) => name === given['name']);
  if (secret === undefined) throw new DomainError('NOT_FOUND', 'Secret not found');
  return secret;
}

interface Shown {
  readonly typed: URLSearchParams;
  readonly problem?: FormProblem;
}

function secretView(
  { params: { name = '' }, csrf, workspace }: PageRequest<'owner'>,
  { typed, problem }: Shown,
): View {
  const readOnly = whyOwnersOnly(workspace);
  const action = `${secretsPath}/${name}`;
  return view({
    title: `Secret ${name}`,
    section: 'network-access',
    ...(problem === undefined ? {} : { status: problem.status }),
    body: html`<p class="crumb"><a href="${secretsPath}">Secrets</a></p>
      <h1>${name}</h1>
      <p class="lead">
        Instructions name it as <code>{{secret.${name}}}</code>. Its value is stored encrypted and never
        shown.
      </p>
      ${unlessReadOnly(readOnly, secretForm({ action, csrf, typed, submit: 'Save', isNew: false, problem }))}
      ${
        readOnly === null &&
        html`<section aria-labelledby="delete">
          <h2 id="delete">Delete it</h2>
          <p class="hint">Requests that name it are refused from then on.</p>
          <form method="post" action="${action}/delete">
            ${csrfField(csrf)}
            <button class="danger">Delete this secret</button>
          </form>
        </section>`
      }`,
  });
}
