import { definePage, seeOther } from '../../define-page.ts';
import { formPage } from '../../parts/form-page.ts';
import { changeSecretForm, deleteSecretForm, showSecret } from './change-secret.ts';
import { readSecretForm } from './secret-form.ts';
import { secretsPath } from './secrets-path.ts';
import { secretsView } from './secrets-view.ts';

const showSecrets = () =>
  definePage({ method: 'get', path: secretsPath, handle: (request) => secretsView(request) });

const addSecret = () =>
  formPage({
    path: secretsPath,
    act: async ({ manage, form }) => {
      await manage.createSecret({ body: { value: '', ...readSecretForm(form) } });
      return seeOther(secretsPath);
    },
    refused: (request, problem) => secretsView(request, { typed: request.form, problem }),
  });

export const secretPages = [showSecrets, addSecret, showSecret, changeSecretForm, deleteSecretForm] as const;
