import { type Html, html } from '#api/html.ts';
import { problemNote } from '../../parts/notice.ts';
import { textField } from '../../parts/field.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { settingsPath } from './settings-path.ts';
import type { RefusedPart } from './refused-part.ts';

type Agent = ItemOf<'listAgents'>;

interface ModelForms {
  readonly csrf: string;
  readonly agents: readonly Agent[];
  readonly refused: RefusedPart | undefined;
}

/** The models of each agent. */
export function modelForms({ csrf, agents, refused }: ModelForms): Html {
  return html`<section aria-labelledby="models">
    <h2 id="models">Models</h2>
    <p class="hint">
      As <code>provider/model-id</code>; empty: the model of the service. <code>offline/rules-1</code> decides
      by rules, without a model.
    </p>
    ${agents.map((agent) =>
      modelForm({ csrf, agent, refused: refused?.typed.get('agent') === agent.id ? refused : undefined }),
    )}
  </section>`;
}

interface ModelForm {
  readonly csrf: string;
  readonly agent: Agent;
  readonly refused: RefusedPart | undefined;
}

function modelForm({ csrf, agent, refused }: ModelForm): Html {
  const { id, name, model, modelSettings, hints = [] } = agent;
  const field = (member: 'main' | 'fallback', label: string) =>
    textField({
      name: member,
      id: `${member}-${id}`,
      label,
      value: refused?.typed.get(member) ?? modelSettings?.[member],
      attributes: html`spellcheck="false"`,
    });
  return html`<form method="post" action="${settingsPath}/model" class="line">
    ${csrfField(csrf)}
    <input type="hidden" name="agent" value="${id}" />
    <h3>${name} <span class="quiet">now ${model}</span></h3>
    ${problemNote(refused?.problem)}
    <div class="pair">
      ${field('main', 'Model')} ${field('fallback', 'Fallback, where that is unavailable')}
    </div>
    ${hints.map((hint) => html`<p class="hint">${hint}</p>`)}
    <p class="actions"><button>Save</button></p>
  </form>`;
}
