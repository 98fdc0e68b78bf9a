import { type Html, html } from '#api/html.ts';
import type { Recipe } from '../../recipes/index.ts';
import { keyFields } from './key-fields.ts';

/** The fields of a recipe's form beside the texts: the recipe itself, and the header that its target demands. */
export const recipeFields = ({ id, header }: Recipe, typed: Parameters<typeof keyFields>[1]): Html =>
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
