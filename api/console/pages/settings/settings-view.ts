import { type Html, html } from '#api/html.ts';
import type { AnswerTo, ItemOf } from '#api/routing/call-operation.ts';
import { type PageRequest, type View, view } from '../../define-page.ts';
import { textField } from '../../parts/field.ts';
import { problemNote } from '../../parts/notice.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { readOnlyNote, whyOwnersOnly, whyReadOnly } from '../../parts/read-only.ts';
import type { Sessions } from '#store/token/sessions.ts';
import { auditPath } from '../audit/audit-path.ts';
import { targetsPart } from '../events/targets-part.ts';
import { limitsPart } from './limits-part.ts';
import { modelForms } from './model-form.ts';
import type { RefusedPart } from './refused-part.ts';
import { sessionPart } from './session-part.ts';
import { settingsPath } from './settings-path.ts';
import { tokenPart } from './token-part.ts';

export interface SettingsDeps {
  readonly sessions: Pick<Sessions, 'list' | 'end'>;
}

interface Shown {
  readonly refused?: RefusedPart;
  /** The value of a token that was just created. */
  readonly token?: AnswerTo<'createToken'>;
}

/** Shows what the owner chooses for the whole workspace, and who else may use it. */
export async function settingsView(
  deps: SettingsDeps,
  request: PageRequest<'owner'>,
  shown: Shown = {},
): Promise<View> {
  const { manage, csrf, timeZone, workspace } = request;
  const [settings, limits, agents, targets, tokens] = await Promise.all([
    manage.readWorkspace(),
    manage.readLimits(),
    manage.listAgents({ query: { limit: '200' } }),
    manage.listEventTargets(),
    workspace.role === 'owner' ? manage.listTokens({ query: { limit: '200' } }) : null,
  ]);
  const readOnly = whyReadOnly(workspace);
  const problemOf = (part: string) => problemAt(shown, part);
  return view({
    title: 'Settings',
    section: 'settings',
    status: shown.refused?.problem.status ?? 200,
    body: html`<h1>Settings</h1>
      <dl>
        <dt>Workspace</dt>
        <dd>${settings.name} <code class="quiet">${settings.id}</code></dd>
        <dt>You</dt>
        <dd>${workspace.role}</dd>
      </dl>
      ${readOnlyNote(readOnly)}
      <fieldset ${readOnly !== null && html`disabled`}>
        ${timeZoneForm({ csrf, timeZone, refused: problemOf('time-zone') })}
        ${modelForms({ csrf, agents: agents.items, refused: problemOf('model') })}
      </fieldset>
      ${targetsPart({
        csrf,
        timeZone,
        targets: targets.items,
        refused: problemOf('events'),
        isOwner: whyOwnersOnly(workspace) === null,
      })}
      ${tokens !== null && (await accessPart(deps, request, shown, tokens.items))}
      ${limitsPart(settings, limits)}`,
  });
}

const problemAt = ({ refused }: Shown, part: string): RefusedPart | undefined =>
  refused?.part === part ? refused : undefined;

/** The tokens of the workspace, and who is signed in with them. */
async function accessPart(
  { sessions }: SettingsDeps,
  { csrf, timeZone, workspace, session }: PageRequest<'owner'>,
  shown: Shown,
  tokens: readonly ItemOf<'listTokens'>[],
): Promise<Html> {
  const signedIn = await sessions.list(
    tokens.map(({ id }) => id),
    session,
  );
  return html`${tokenPart({
      csrf,
      timeZone,
      tokens,
      ownId: workspace.tokenId,
      refused: problemAt(shown, 'tokens'),
      ...(shown.token === undefined ? {} : { made: shown.token }),
    })}
    ${sessionPart({ csrf, timeZone, tokens, sessions: signedIn })}
    <p><a href="${auditPath}">Audit log</a></p>`;
}

interface TimeZoneForm {
  readonly csrf: string;
  readonly timeZone: string;
  readonly refused: RefusedPart | undefined;
}

function timeZoneForm({ csrf, timeZone, refused }: TimeZoneForm): Html {
  return html`<section aria-labelledby="time-zone-heading">
    <h2 id="time-zone-heading">Time zone</h2>
    <form method="post" action="${settingsPath}/time-zone" class="line">
      ${csrfField(csrf)} ${problemNote(refused?.problem)}
      ${textField({
        id: 'time-zone',
        name: 'timeZone',
        label: 'Agents are told the date and time in it, and these pages use it',
        value: refused?.typed.get('timeZone') ?? timeZone,
        problem: refused?.problem,
        isRequired: true,
        attributes: html`list="time-zones"`,
      })}
      <datalist id="time-zones">
        ${Intl.supportedValuesOf('timeZone').map((name) => html`<option value="${name}"></option>`)}
      </datalist>
      <p class="actions"><button>Save</button></p>
    </form>
  </section>`;
}
