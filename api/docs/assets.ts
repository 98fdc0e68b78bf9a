import { type Assets, readAssets } from '../assets.ts';
import { sharedStyles } from '../styles/shared-styles.ts';

const names = ['docs.css', 'forms.css', 'narrow.css', 'docs.js', 'request.js', 'answer.js'];

export const docsAssets = (): Assets =>
  readAssets('/docs', [...sharedStyles, ...names.map((name) => new URL(name, import.meta.url))]);
