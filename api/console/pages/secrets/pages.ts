import { definePage, seeOther } from '../../define-page.ts';
import { formProblem } from '../../parts/refused-form.ts';
import { changeSecretForm, deleteSecretForm, showSecret } from './change-secret.ts';
import { readSecretForm } from './read-secret-form.ts';
import { secretsPath } from './secrets-path.ts';
import { secretsView } from './secrets-view.ts';

const showSecrets = () =>
  definePage({
    method: 'get',
    path: secretsPath,
    handle: (request) => secretsView(request),
  });

const addSecret = () =>
  definePage({
    method: 'post',
    path: secretsPath,
    handle: async (request) => {
      const { manage, form } = request;
      try {
        await manage.createSecret({ body: { value: '', ...readSecretForm(form) } });
        return seeOther(secretsPath);
      } catch (error) {
        return await secretsView(request, { typed: form, problem: formProblem(error) });
      }
    },
  });

export const secretPages = [showSecrets, addSecret, showSecret, changeSecretForm, deleteSecretForm] as const;
