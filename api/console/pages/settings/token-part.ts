import { Role, TokenFor } from '#contracts/token.ts';
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

const doors: Readonly<Record<TokenFor, string>> = {
  manage: 'the management API and this console',
  mcp: 'the tools at /mcp, for another agent; as viewer or editor only',
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
        { title: 'For', label: 'for', cell: (token) => token.for },
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
    ${choices('role', 'Role', Role.options.toReversed(), meanings, typed?.get('role') ?? 'viewer')}
    ${choices('for', 'For', TokenFor.options, doors, typed?.get('for') ?? 'manage')}
    <p class="actions"><button>Create token</button></p>
  </form>`;
}

function choices<Value extends string>(
  name: string,
  title: string,
  values: readonly Value[],
  meaningOf: Readonly<Record<Value, string>>,
  chosen: string,
): Html {
  return html`<fieldset>
    <legend>${title}</legend>
    ${values.map(
      (value) =>
        html`<label class="choice"
          ><input type="radio" name="${name}" value="${value}" ${value === chosen && html`checked`} />
          <span>${value} <span class="quiet">${meaningOf[value]}</span></span></label
        >`,
    )}
  </fieldset>`;
}
