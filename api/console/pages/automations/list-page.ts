import { html } from '../../../html.ts';
import { definePage, view } from '../../define-page.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { nextPage } from '../../parts/next-page.ts';
import { time } from '../../parts/time.ts';
import { recipeList } from './recipe-list.ts';

export const automationsPage = () =>
  definePage({
    method: 'get',
    path: '/console/automations',
    access: 'owner',
    handle: async ({ manage, query, timeZone }) => {
      const { items, nextCursor } = await manage.listAutomations({ query: { cursor: query['cursor'] } });
      return view({
        title: 'Automations',
        section: 'automations',
        body: html`<div class="heading">
            <h1>Automations</h1>
            <a class="button primary" href="/console/automations/new">New automation</a>
          </div>
          ${
            items.length === 0
              ? html`${emptyState({
                  title: 'No automation yet',
                  text: 'An automation has a private URL. Whatever a system posts there wakes an agent, which follows your instructions. Begin with one of these: you change the words, send a sample and watch it run.',
                })}
                ${recipeList()}`
              : html`<table class="rows">
                  <thead>
                    <tr>
                      <th>Name</th>
                      <th>State</th>
                      <th>Changed</th>
                    </tr>
                  </thead>
                  <tbody>
                    ${items.map(
                      ({ id, name, state, updatedAt }) =>
                        html`<tr>
                          <th scope="row"><a href="/console/automations/${id}">${name}</a></th>
                          <td><span class="state ${state}">${state}</span></td>
                          <td>${time(updatedAt, timeZone)}</td>
                        </tr>`,
                    )}
                  </tbody>
                </table>`
          }
          ${nextPage('/console/automations', query, nextCursor)}`,
      });
    },
  });
