import { chatRecipes } from './chat.ts';
import { mailRecipes } from './mail.ts';
import type { Recipe } from './recipe.ts';
import { recordRecipes } from './records.ts';
import { workRecipes } from './work.ts';

export type { Recipe };

/** The recipes that an owner may begin with. */
export const recipes: readonly Recipe[] = [...chatRecipes, ...mailRecipes, ...workRecipes, ...recordRecipes];

export const recipeOf = (id: string | undefined): Recipe | undefined =>
  recipes.find((recipe) => recipe.id === id);
