import { html } from '#api/html.ts';
import { definePage, view } from '../../define-page.ts';
import { automationPath } from './automation-path.ts';
import { recipeList } from './recipe-list.ts';

export const recipesPage = () =>
  definePage({
    method: 'get',
    path: automationPath('recipes'),
    handle: () =>
      view({
        title: 'Recipes',
        section: 'automations',
        body: html`<p class="crumb"><a href="/console/automations">Automations</a></p>
          <div class="heading"><h1>Recipes</h1></div>
          <p class="lead">
            Choose a task, change the words, send a sample and watch it run. Nothing is created until you
            confirm.
          </p>
          ${recipeList()}`,
      }),
  });
