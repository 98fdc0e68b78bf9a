import { Role } from '#contracts/token.ts';
import { type Html, html } from '#api/html.ts';
import type { AnswerTo, ItemOf } from '#api/routing/call-operation.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { problemNote } from '../../parts/refused-form.ts';
import { shownOnce } from '../../parts/shown-once.ts';
import { time } from '../../parts/time.ts';
import { settingsPath } from './settings-path.ts';
import type { RefusedPart } from './refused-part.ts';

type Token = ItemOf<'listTokens'>;

interface TokenPart {
  readonly csrf: string;
  readonly timeZone: string;
  readonly tokens: readonly Token[];
  /** The token of this session. */
  readonly ownId: string;
  readonly refused: RefusedPart | undefined;
  readonly made?: AnswerTo<'createToken'>;
}

const meanings: Readonly<Record<Role, string>> = {
  viewer: 'reads',
  approver: 'also approves or refuses requests of agents',
  editor: 'also changes automations, sends and replays',
  owner: 'everything',
};

/** The tokens of the workspace, and the form for another one. */
export function tokenPart({ refused, made, tokens, csrf, ...setting }: TokenPart): Html {
  return html`<section aria-labelledby="tokens">
    <h2 id="tokens">Tokens</h2>
    ${refused !== undefined && problemNote(refused.problem)}
    ${made !== undefined && shownOnce('made-token', `The token “${made.name}”.`, made.token)}
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Role</th>
          <th scope="col">Made</th>
          <th scope="col">Last used</th>
          <th scope="col"><span class="hidden">Revoke</span></th>
        </tr>
      </thead>
      <tbody>
        ${tokens.map((token) => tokenRow(token, { csrf, ...setting }))}
      </tbody>
    </table>
    ${newTokenForm(csrf, refused?.typed)}
  </section>`;
}

type Row = Pick<TokenPart, 'csrf' | 'timeZone' | 'ownId'>;

function tokenRow({ id, name, role, createdAt, lastUsedAt }: Token, { csrf, timeZone, ownId }: Row): Html {
  return html`<tr>
    <th scope="row">${name} ${id === ownId && html`<span class="quiet">this session</span>`}</th>
    <td>${role}</td>
    <td data-label="made">${time(createdAt, timeZone)}</td>
    <td data-label="used">
      ${lastUsedAt === null ? html`<span class="quiet">never</span>` : time(lastUsedAt, timeZone)}
    </td>
    <td>
      <form method="post" action="${settingsPath}/tokens/${id}/delete">
        ${csrfField(csrf)}
        <button class="quiet" aria-label="Revoke ${name}">Revoke</button>
      </form>
    </td>
  </tr>`;
}

function newTokenForm(csrf: string, typed: URLSearchParams | undefined): Html {
  return html`<form method="post" action="${settingsPath}/tokens" class="line">
    ${csrfField(csrf)}
    <h3>New token</h3>
    <p class="field">
      <label for="token-name">Name</label>
      <input
        id="token-name"
        name="name"
        value="${typed?.get('name') ?? ''}"
        placeholder="Deploy script"
        autocomplete="off"
        required
      />
    </p>
    <fieldset>
      <legend>Role</legend>
      ${Role.options.toReversed().map(
        (role) =>
          html`<label class="choice"
            ><input
              type="radio"
              name="role"
              value="${role}"
              ${role === (typed?.get('role') ?? 'viewer') && html`checked`}
            />
            <span>${role} <span class="quiet">${meanings[role]}</span></span></label
          >`,
      )}
    </fieldset>
    <p class="actions"><button>Create token</button></p>
  </form>`;
}
