import type { Agent } from '#contracts/workspace.ts';
import { type Html, html } from '#api/html.ts';

/** Which agent a new automation wakes, where there are several. */
export const agentField = (agents: readonly Pick<Agent, 'id' | 'name'>[], chosen: string): Html =>
  html`<p class="field">
    <label for="agentId">Agent</label>
    <select id="agentId" name="agentId" aria-describedby="agentId-hint">
      ${agents.map(
        ({ id, name }) => html`<option value="${id}" ${id === chosen && html`selected`}>${name}</option>`,
      )}
    </select>
    <span id="agentId-hint" class="hint">It uses the Network Access of this agent.</span>
  </p>`;
