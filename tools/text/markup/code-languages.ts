import type { Plugin } from 'prettier';

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
    (await import('prettier/plugins/babel')) as Plugin,
    (await import('prettier/plugins/estree')) as Plugin,
  ];
  const css = async () => [(await import('prettier/plugins/postcss')) as Plugin];
  const loaders: Readonly<Record<Language, () => Promise<readonly Plugin[]>>> = {
    js: javascript,
    jsx: javascript,
    json: javascript,
    ts: async () => [...(await javascript()), await import('prettier/plugins/typescript')],
    tsx: async () => [...(await javascript()), await import('prettier/plugins/typescript')],
    css,
    scss: css,
    less: css,
    html: async () => [...(await javascript()), ...(await css()), await import('prettier/plugins/html')],
    md: async () => [await import('prettier/plugins/markdown')],
    yaml: async () => [await import('prettier/plugins/yaml')],
    graphql: async () => [await import('prettier/plugins/graphql')],
  };
  return loaders[language]();
}
