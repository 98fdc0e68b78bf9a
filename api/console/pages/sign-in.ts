import { signInFailures } from '../../../domain/session-limits.ts';
import { hashOfToken } from '../../../domain/token.ts';
import type { QuotaStore } from '../../../store/quota.ts';
import type { Sessions } from '../../../store/sessions.ts';
import { html } from '../../html.ts';
import { definePage, seeOther, view } from '../define-page.ts';
import { csrfField } from '../parts/csrf-field.ts';
import type { Visitors } from '../visitors.ts';

export interface SignInDeps {
  readonly sessions: Pick<Sessions, 'open' | 'useCode'>;
  readonly visitors: Pick<Visitors, 'opens'>;
  /** Counts wrong tokens of a client in the window of {@link signInFailures}. */
  readonly failures: QuotaStore;
}

interface Form {
  readonly csrf: string;
  readonly next: string;
  readonly problem?: string;
  readonly status?: number;
}

/** The form, or the end of a link that signs in once. */
export const showSignIn = ({ sessions }: Pick<SignInDeps, 'sessions'>) =>
  definePage({
    method: 'get',
    path: '/console/sign-in',
    access: 'anyone',
    handle: async ({ csrf, query }) => {
      const { code, next = '' } = query;
      if (code === undefined) return signInForm({ csrf, next });
      const tokenHash = await sessions.useCode(code);
      if (tokenHash !== null) return seeOther('/console', await sessions.open(tokenHash));
      const problem = 'This link was used already, or is too old. Sign in with your token.';
      return signInForm({ csrf, next, problem, status: 401 });
    },
  });

export const signIn = ({ sessions, visitors, failures }: SignInDeps) =>
  definePage({
    method: 'post',
    path: '/console/sign-in',
    access: 'anyone',
    handle: async ({ csrf, form, client }) => {
      const [token, next] = [(form.get('token') ?? '').trim(), form.get('next') ?? ''];
      const refused = (status: number, problem: string) => signInForm({ csrf, next, status, problem });
      const counted = `sign-in:${client}`;
      if ((await failures.look(counted)).used >= signInFailures.max)
        return refused(429, 'Too many wrong tokens came from your address. Try again in some minutes.');
      if (token === '') return refused(401, 'Enter your token.');
      if (await visitors.opens(token)) return seeOther(inside(next), await sessions.open(hashOfToken(token)));
      await failures.count(counted);
      return refused(401, 'This token opens nothing here. Check that you copied all of it.');
    },
  });

/** Only pages of the console: another address would lead away from it. */
const inside = (next: string): string => (/^\/console\/[^/\\]/.test(next) ? next : '/console');

function signInForm({ csrf, next, problem, status = 200 }: Form) {
  return view({
    title: 'Sign in',
    status,
    body: html`<section class="sign-in">
      <h1>Sign in to Reveille</h1>
      <form method="post" action="/console/sign-in">
        ${csrfField(csrf)}
        <input type="hidden" name="next" value="${next}" />
        <p class="field">
          <label for="token">Workspace token</label>
          <input
            id="token"
            name="token"
            type="password"
            autocomplete="current-password"
            required
            autofocus
            ${problem !== undefined && html`aria-invalid="true" aria-describedby="problem"`}
          />
        </p>
        ${problem !== undefined && html`<p id="problem" class="problem" role="alert">${problem}</p>`}
        <button class="primary">Sign in</button>
      </form>
      <p class="hint">
        <code>npm start</code> prints the token of the first workspace, and a link that signs in once. The
        operator signs in with the operator's token.
      </p>
    </section>`,
  });
}
