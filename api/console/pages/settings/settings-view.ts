import { type Html, html } from '#api/html.ts';
import type { AnswerTo } from '#api/routing/call-operation.ts';
import { type PageRequest, type View, view } from '../../define-page.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { readOnlyNote, whyReadOnly } from '../../parts/read-only.ts';
import { problemNote } from '../../parts/refused-form.ts';
import { type Sessions, sessionIdOf } from '#store/token/sessions.ts';
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
  /** Of a token that was made just now. */
  readonly token?: AnswerTo<'createToken'>;
}

/** What the owner chooses for the whole workspace, and who else may use it. */
export async function settingsView(
  { sessions }: SettingsDeps,
  request: PageRequest<'owner'>,
  shown: Shown = {},
): Promise<View> {
  const { manage, csrf, timeZone, workspace, session } = request;
  const [settings, limits, agents, tokens] = await Promise.all([
    manage.readWorkspace(),
    manage.readLimits(),
    manage.listAgents({ query: { limit: '200' } }),
    workspace.role === 'owner' ? manage.listTokens({ query: { limit: '200' } }) : null,
  ]);
  const readOnly = whyReadOnly(workspace);
  const problemOf = (part: string) => (shown.refused?.part === part ? shown.refused : undefined);
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
      ${
        tokens !== null &&
        tokenPart({
          csrf,
          timeZone,
          tokens: tokens.items,
          ownId: workspace.tokenId,
          refused: problemOf('tokens'),
          ...(shown.token === undefined ? {} : { made: shown.token }),
        })
      }
      ${
        tokens !== null &&
        sessionPart({
          csrf,
          timeZone,
          tokens: tokens.items,
          sessions: await sessions.list(tokens.items.map(({ id }) => id)),
          ownId: sessionIdOf(session),
        })
      }
      ${limitsPart(settings, limits)}`,
  });
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
      ${csrfField(csrf)} ${refused !== undefined && problemNote(refused.problem)}
      <p class="field">
        <label for="time-zone">Agents are told the date and time there, and these pages show it</label>
        <input
          id="time-zone"
          name="timeZone"
          list="time-zones"
          value="${refused?.typed.get('timeZone') ?? timeZone}"
          autocomplete="off"
          required
          ${refused !== undefined && html`aria-invalid="true" aria-describedby="problem"`}
        />
        <datalist id="time-zones">
          ${Intl.supportedValuesOf('timeZone').map((name) => html`<option value="${name}"></option>`)}
        </datalist>
      </p>
      <p class="actions"><button>Save</button></p>
    </form>
  </section>`;
}
