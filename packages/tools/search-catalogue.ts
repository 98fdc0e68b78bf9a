import { aliasesOf } from './aliases.ts';
import type { CatalogueItem } from './catalogue.ts';

export interface CatalogueQuery {
  readonly family?: string | undefined;
  /** Plain words; each must occur. */
  readonly q?: string | undefined;
}

/** How well one word fits a tool; 0 if it does not occur. */
function weightOf(word: string, { id, title, summary, family }: CatalogueItem): number {
  if (id === word || aliasesOf(id).includes(word)) return 8;
  if (id.split('-').includes(word)) return 4;
  if (aliasesOf(id).some((alias) => alias.split('-').includes(word))) return 3;
  if (id.includes(word) || title.toLowerCase().includes(word)) return 2;
  return summary.toLowerCase().includes(word) || family === word ? 1 : 0;
}

/** The tools of a family, and of these the ones with all words, the best first. */
export function searchCatalogue(
  items: readonly CatalogueItem[],
  { family, q }: CatalogueQuery,
): readonly CatalogueItem[] {
  const ofFamily = family === undefined ? items : items.filter((item) => item.family === family);
  const words = q?.toLowerCase().match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? [];
  if (words.length === 0) return q === undefined || q.trim() === '' ? ofFamily : [];
  return ofFamily
    .map((item) => ({ item, weights: words.map((word) => weightOf(word, item)) }))
    .filter(({ weights }) => !weights.includes(0))
    .map(({ item, weights }) => ({ item, weight: weights.reduce((sum, weight) => sum + weight, 0) }))
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ item }) => item);
}
