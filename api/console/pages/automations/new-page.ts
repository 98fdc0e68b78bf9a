import { html, type Html } from '#api/html.ts';
import { type Recipe, recipeOf } from '../../recipes/index.ts';
import { definePage, type PageRequest, seeOther, view } from '../../define-page.ts';
import { type FormProblem, formProblem } from '../../parts/refused-form.ts';
import { type AutomationFields, blankFields, bodyOfFields, fieldsOfForm } from './automation-fields.ts';
import { automationForm } from './automation-form.ts';
import { automationPath } from './automation-path.ts';
import { shownCondition } from './condition-field.ts';
import { rowsProblem } from './picker.ts';
import { nothingRead, readDraft } from './read-draft.ts';
import { headerOf, keyFields, keyOfHost } from './key-fields.ts';
import { senderChange } from './sender-change.ts';
import { senderFields } from './sender-fields.ts';
import { allowingOf, allowTargets } from './targets.ts';
import { whyReadOnly } from '../../parts/read-only.ts';
import type { Agent } from '#contracts/workspace.ts';
import { choiceField } from '../../parts/field.ts';

type Request = PageRequest<'owner'>;

const path = automationPath('new');

/** Blank, or begun with the recipe of `?recipe`. */
export const newAutomation = () =>
  definePage({
    method: 'get',
    path,
    handle: (request) => {
      const recipe = recipeOf(request.query['recipe']);
      return makingForm(request, { recipe, fields: blankFields(recipe && textsOf(recipe)) });
    },
  });

const textsOf = ({ name, filter, instructions, sender = 'generic' }: Recipe) => ({
  name,
  filter,
  instructions,
  sender,
});

export const makeAutomation = () =>
  definePage({
    method: 'post',
    path,
    handle: async (request) => {
      const { form } = request;
      const recipe = recipeOf(form.get('recipe') ?? undefined);
      const fields = fieldsOfForm(form);
      if (form.has('do')) return await makingForm(request, { recipe, fields });
      const wrong = rowsProblem(form);
      if (wrong !== undefined) return await makingForm(request, { recipe, fields, problem: wrong });
      try {
        const id = await make(request, fields);
        return seeOther(nextStep(id, recipe));
      } catch (error) {
        return await makingForm(request, { recipe, fields, problem: formProblem(error) });
      }
    },
  });

/** Connecting the sender comes first, unless a recipe without a known one has a sample to try. */
function nextStep(id: string, recipe: Recipe | undefined): string {
  const path = automationPath(id);
  if (recipe === undefined) return `${path}/connect?show`;
  return recipe.sender === undefined
    ? `${path}/try?recipe=${recipe.id}`
    : `${path}/connect?show=true&recipe=${recipe.id}`;
}

/** Access first: where that is refused, nothing is made. */
async function make({ manage, form }: Request, fields: AutomationFields): Promise<string> {
  if (form.has('allow')) await allowTargets(manage, await readDraft(manage, fields), headerOf(form));
  const { id } = await manage.createAutomation({
    body: { ...bodyOfFields(fields), ...senderChange(form, null) },
  });
  return id;
}

interface Making {
  readonly recipe: Recipe | undefined;
  readonly fields: AutomationFields;
  readonly problem?: FormProblem;
}

async function makingForm(request: Request, { recipe, fields, problem }: Making) {
  const { csrf, manage, timeZone, workspace, form } = request;
  // A recipe says who sends; if that is in the list, its secret is asked for.
  const asksFirst = recipe === undefined || recipe.sender !== undefined;
  return view({
    title: recipe?.title ?? 'New automation',
    section: 'automations',
    status: problem?.status ?? 200,
    body: html`<p class="crumb"><a href="/console/automations">Automations</a></p>
      <div class="heading">
        <h1>${recipe?.title ?? 'New automation'}</h1>
        ${recipe === undefined && html`<a href="${automationPath('recipes')}">Begin with a recipe</a>`}
      </div>
      ${automationForm({
        csrf,
        path,
        fields,
        read: workspace.suspended
          ? nothingRead
          : await readDraft(manage, fields, undefined, rowsProblem(form)),
        condition: await shownCondition(request, fields),
        timeZone,
        budgetUsed: null,
        allowing: allowingOf(request),
        key: recipe?.header == null && keyOfHost({ typed: form, problem }),
        problem,
        save: saveTitle(recipe),
        readOnly: whyReadOnly(workspace),
        first: asksFirst ? await senderChoice(request, { fields, problem, isFirst: true }) : undefined,
        extra: html`${recipe && recipeFields(recipe, { typed: form, problem })}
        ${await agentChoice(request, fields)}
        ${!asksFirst && (await senderChoice(request, { fields, problem, isFirst: false }))}`,
      })}`,
  });
}

const saveTitle = (recipe: Recipe | undefined): string =>
  recipe === undefined
    ? 'Create automation'
    : recipe.sender === undefined
      ? 'Create and try it'
      : 'Create and connect it';

interface Asked {
  readonly fields: AutomationFields;
  readonly problem: FormProblem | undefined;
  readonly isFirst: boolean;
}

async function senderChoice({ manage, timeZone }: Request, { fields, problem, isFirst }: Asked) {
  const { items: senders } = await manage.listSenders();
  return senderFields({
    senders,
    chosen: fields.sender,
    burst: fields.burst,
    automation: null,
    isFirst,
    timeZone,
    problem,
  });
}

async function agentChoice({ manage }: Request, fields: AutomationFields) {
  const { items: agents } = await manage.listAgents();
  return agents.length > 1 && agentField(agents, fields.agentId);
}

const agentField = (agents: readonly Pick<Agent, 'id' | 'name'>[], chosen: string): Html =>
  choiceField({
    name: 'agentId',
    label: 'Agent',
    value: chosen,
    options: agents.map(({ id, name }) => [id, name]),
    hint: 'It uses the Network Access of this agent.',
  });

/** The fields of a recipe's form beside the texts: the recipe itself, and the header that its target demands. */
const recipeFields = ({ id, header }: Recipe, typed: Parameters<typeof keyFields>[1]): Html =>
  html`<input type="hidden" name="recipe" value="${id}" /> ${
      header !== null &&
      keyFields(
        {
          className: 'columns',
          label: 'Header of the target',
          name: header.name,
          valueHint: header.valueHint,
          hint: 'Stored encrypted and attached to requests to the host; the agent never sees it. Otherwise the target refuses the requests.',
        },
        typed,
      )
    }`;
