import { Role } from '#contracts/token.ts';
import { type Html, html } from '#api/html.ts';
import { textField } from '../../parts/field.ts';
import { hiddenTitle, table } from '../../parts/table.ts';
import type { AnswerTo, ItemOf } from '#api/routing/call-operation.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { problemNote, shownOnce } from '../../parts/notice.ts';
import { time, timeOr } from '../../parts/time.ts';
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
export function tokenPart({ refused, made, tokens, csrf, timeZone, ownId }: TokenPart): Html {
  return html`<section aria-labelledby="tokens">
    <h2 id="tokens">Tokens</h2>
    ${problemNote(refused?.problem)}
    ${made !== undefined && shownOnce('made-token', `The token “${made.name}”.`, made.token)}
    ${table({
      name: 'Tokens',
      rows: tokens,
      columns: [
        {
          title: 'Name',
          cell: ({ id, name }) =>
            html`${name} ${id === ownId && html`<span class="quiet">this session</span>`}`,
        },
        { title: 'Role', cell: ({ role }) => role },
        { title: 'Made', label: 'made', cell: ({ createdAt }) => time(createdAt, timeZone) },
        { title: 'Last used', label: 'used', cell: ({ lastUsedAt }) => timeOr(lastUsedAt, timeZone) },
        { title: hiddenTitle('Revoke'), cell: (token) => revokeForm(token, csrf) },
      ],
    })}
    ${newTokenForm(csrf, refused?.typed)}
  </section>`;
}

const revokeForm = ({ id, name }: Token, csrf: string): Html =>
  html`<form method="post" action="${settingsPath}/tokens/${id}/delete">
    ${csrfField(csrf)}
    <button class="quiet" aria-label="Revoke ${name}">Revoke</button>
  </form>`;

function newTokenForm(csrf: string, typed: URLSearchParams | undefined): Html {
  return html`<form method="post" action="${settingsPath}/tokens" class="line">
    ${csrfField(csrf)}
    <h3>New token</h3>
    ${textField({
      id: 'token-name',
      name: 'name',
      label: 'Name',
      value: typed?.get('name') ?? '',
      placeholder: 'Deploy script',
      isRequired: true,
    })}
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
