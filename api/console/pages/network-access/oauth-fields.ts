import { type Html, html } from '#api/html.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { oauthPresetNames } from '#contracts/oauth.ts';
import { choiceField, type Option, textField } from '../../parts/field.ts';
import type { FormProblem } from '../../parts/refused-form.ts';

interface OAuthFields {
  readonly typed: URLSearchParams;
  readonly problem: FormProblem | undefined;
  readonly redirectUri: string;
}

const presets: readonly Option[] = [['', 'Another server'], ...Object.entries(oauthPresetNames)];
const grants: readonly Option[] = [
  ['authorization_code', 'I agree on a page of the server'],
  ['client_credentials', 'The service gets tokens by itself'],
];
const clientAuths: readonly Option[] = [
  ['', 'As the server is known to want it'],
  ['basic', 'In a Basic header'],
  ['post', 'In the body'],
  ['none', 'There is none'],
];

/** OAuth 2 in the place of a header. The fields have the names of the members, for refusals name those. */
export function oauthFields({ typed, problem, redirectUri }: OAuthFields): Html {
  const field = (name: string, label: string) => ({
    name: `oauth.${name}`,
    label,
    value: typed.get(`oauth.${name}`) ?? '',
    problem,
  });
  const isOAuth = typed.get('credential') === 'oauth';
  return html`${choiceField({
      name: 'credential',
      label: 'Credential',
      value: isOAuth ? 'oauth' : 'header',
      options: [
        ['header', 'A header, or none'],
        ['oauth', 'OAuth 2'],
      ],
    })}
    <details ${isOAuth && html`open`}>
      <summary>OAuth 2</summary>
      <p class="hint">
        Register the service as a client of the server, with the redirect URI <code>${redirectUri}</code>.
      </p>
      ${choiceField({ ...field('preset', 'Server'), options: presets })}
      ${choiceField({ ...field('grant', 'Grant'), options: grants })}
      ${textField(field('clientId', 'Client ID'))}
      ${textField({
        ...field('clientSecret', 'Client secret'),
        value: '',
        hint: 'Empty keeps the stored one. Another domain, client or endpoint asks for it again.',
        attributes: html`class="masked" spellcheck="false"`,
      })}
      ${textField({ ...field('scopes', 'Scopes'), hint: 'Separated by blanks.' })}
      ${textField({ ...field('issuer', 'Issuer'), hint: 'Its endpoints are read from there; or fill them in.' })}
      ${textField(field('authorizationUrl', 'Authorization URL'))}
      ${textField(field('tokenUrl', 'Token URL'))}
      ${choiceField({ ...field('clientAuth', 'Place of the secret'), options: clientAuths })}
      ${textField(field('audience', 'Audience'))} ${textField(field('resource', 'Resource'))}
    </details>`;
}

const texts = [
  'preset',
  'grant',
  'clientId',
  'issuer',
  'authorizationUrl',
  'tokenUrl',
  'clientAuth',
  'audience',
  'resource',
] as const;

/** The credential of a policy as the form has it; an empty secret is left out, which keeps the stored one. */
export function credentialOf(form: URLSearchParams, hasOAuth: boolean) {
  if (form.get('credential') !== 'oauth') return hasOAuth ? { oauth: null } : {};
  const text = (name: string) => form.get(`oauth.${name}`)?.trim() || null;
  const secret = text('clientSecret');
  const oauth = {
    ...Object.fromEntries(texts.map((name) => [name, text(name)])),
    scopes: (text('scopes') ?? '').split(/\s+/).filter((scope) => scope !== ''),
    ...(secret !== null && { clientSecret: secret }),
  };
  return { oauth, headerName: undefined, headerValue: undefined };
}

/** The settings as the form begins with them. */
export function oauthTyped(oauth: ItemOf<'listPolicies'>['oauth']): Readonly<Record<string, string>> {
  if (oauth === null) return {};
  const members = texts.map((name) => [`oauth.${name}`, oauth[name] ?? ''] as const);
  return { credential: 'oauth', ...Object.fromEntries(members), 'oauth.scopes': oauth.scopes.join(' ') };
}
