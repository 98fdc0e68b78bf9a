import { signInFailures } from '#domain/session-limits.ts';
import { hashOfToken } from '#domain/token.ts';
import type { QuotaStore } from '#store/quota.ts';
import type { Sessions } from '#store/token/sessions.ts';
import { html } from '../../html.ts';
import { definePage, seeOther, view } from '../define-page.ts';
import { textField } from '../parts/field.ts';
import { problemNote } from '../parts/notice.ts';
import { csrfField } from '../parts/csrf-field.ts';
import type { Visitors } from '../visitors.ts';

export interface SignInDeps {
  readonly sessions: Pick<Sessions, 'open' | 'close' | 'useCode'>;
  readonly visitors: Pick<Visitors, 'opens'>;
  /** Counts wrong tokens of a client in the window of {@link signInFailures}. */
  readonly failures: QuotaStore;
}

interface Form {
  readonly csrf: string;
  readonly next: string;
  readonly problem?: string;
  readonly status?: number;
  readonly retryAfterSeconds?: number;
}

/** The form, or the end of a link that signs in once. */
export const showSignIn = ({ sessions }: Pick<SignInDeps, 'sessions'>) =>
  definePage({
    method: 'get',
    path: '/console/sign-in',
    access: 'anyone',
    handle: async ({ csrf, query, session }) => {
      const { code, next = '' } = query;
      if (code === undefined) return signInForm({ csrf, next });
      const tokenHash = await sessions.useCode(code);
      if (tokenHash !== null) return seeOther('/console', await newSession(sessions, tokenHash, session));
      const problem = 'This link was used already, or has expired. Sign in with your token.';
      return signInForm({ csrf, next, problem, status: 401 });
    },
  });

export const signIn = ({ sessions, visitors, failures }: SignInDeps) =>
  definePage({
    method: 'post',
    path: '/console/sign-in',
    access: 'anyone',
    handle: async ({ csrf, form, client, session }) => {
      const [token, next] = [(form.get('token') ?? '').trim(), form.get('next') ?? ''];
      const refused = (problem: string) => signInForm({ csrf, next, status: 401, problem });
      if (token === '') return refused('Enter your token.');
      // Whatever came from the same address before: 256 random bits are not guessed.
      if (await visitors.opens(token))
        return seeOther(inside(next), await newSession(sessions, hashOfToken(token), session));
      const { used, leftMs } = await failures.count(`sign-in:${client}`);
      if (used <= signInFailures.max)
        return refused('This token is not valid here. Check that you copied all of it.');
      return signInForm({
        csrf,
        next,
        status: 429,
        retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
        problem: 'Too many wrong tokens came from your address. A correct one still signs you in.',
      });
    },
  });

/** Whoever signs in anew leaves no session behind that this browser had. */
async function newSession(
  { open, close }: Pick<Sessions, 'open' | 'close'>,
  tokenHash: string,
  former: string | undefined,
): Promise<string> {
  if (former !== undefined) await close(former);
  return await open(tokenHash);
}

/** Only pages of the console, in the characters of an address: another one would lead away from it. */
const inside = (next: string): string =>
  /^\/console\/(?![/\\])[\x21-\x7e]+$/.test(next) ? next : '/console';

function signInForm({ csrf, next, problem, status = 200, retryAfterSeconds }: Form) {
  return view({
    title: 'Sign in',
    status,
    retryAfterSeconds,
    body: html`<section class="sign-in">
      <h1>Sign in to Reveille</h1>
      <form method="post" action="/console/sign-in">
        ${csrfField(csrf)}
        <input type="hidden" name="next" value="${next}" />
        ${textField({
          name: 'token',
          label: 'Workspace token',
          type: 'password',
          isRequired: true,
          autocomplete: 'current-password',
          attributes: html`autofocus
          ${problem !== undefined && html`aria-invalid="true" aria-describedby="problem"`}`,
        })}
        ${problemNote(problem === undefined ? undefined : { message: problem })}
        <button class="primary">Sign in</button>
      </form>
      <p class="hint">
        <code>npm start</code> prints the token of the first workspace, and a link that signs in once. The
        operator signs in with the operator's token.
      </p>
    </section>`,
  });
}
