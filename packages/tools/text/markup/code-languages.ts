import type { Plugin } from 'prettier';
import { loadLibrary } from '../../load-library.ts';

export const languages = [
  'js',
  'ts',
  'jsx',
  'tsx',
  'json',
  'css',
  'scss',
  'less',
  'html',
  'md',
  'yaml',
  'graphql',
] as const;
export type Language = (typeof languages)[number];

/** Names of Prettier's parsers. */
export const parsers: Readonly<Record<Language, string>> = {
  js: 'babel',
  jsx: 'babel',
  ts: 'typescript',
  tsx: 'typescript',
  json: 'json',
  css: 'css',
  scss: 'scss',
  less: 'less',
  html: 'html',
  md: 'markdown',
  yaml: 'yaml',
  graphql: 'graphql',
};

/** Loads only what the language needs. */
export async function pluginsFor(language: Language): Promise<readonly Plugin[]> {
  const javascript = async () => [
    (await loadLibrary('prettier/plugins/babel', () => import('prettier/plugins/babel'))) as Plugin,
    (await loadLibrary('prettier/plugins/estree', () => import('prettier/plugins/estree'))) as Plugin,
  ];
  const css = async () => [
    (await loadLibrary('prettier/plugins/postcss', () => import('prettier/plugins/postcss'))) as Plugin,
  ];
  const loaders: Readonly<Record<Language, () => Promise<readonly Plugin[]>>> = {
    js: javascript,
    jsx: javascript,
    json: javascript,
    ts: async () => [
      ...(await javascript()),
      await loadLibrary('prettier/plugins/typescript', () => import('prettier/plugins/typescript')),
    ],
    tsx: async () => [
      ...(await javascript()),
      await loadLibrary('prettier/plugins/typescript', () => import('prettier/plugins/typescript')),
    ],
    css,
    scss: css,
    less: css,
    html: async () => [
      ...(await javascript()),
      ...(await css()),
      await loadLibrary('prettier/plugins/html', () => import('prettier/plugins/html')),
    ],
    md: async () => [
      await loadLibrary('prettier/plugins/markdown', () => import('prettier/plugins/markdown')),
    ],
    yaml: async () => [await loadLibrary('prettier/plugins/yaml', () => import('prettier/plugins/yaml'))],
    graphql: async () => [
      await loadLibrary('prettier/plugins/graphql', () => import('prettier/plugins/graphql')),
    ],
  };
  return loaders[language]();
}
