import type { FormatOptionsWithLanguage } from 'sql-formatter';
import { z } from 'zod';
import { ToolError } from '../tool-error.ts';
import { assertOutputFits } from '../output.ts';
import { choiceParam, flagParam, integerParam, textParam } from '../params.ts';
import { invalid, overLimit } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';
import { type Language, languages, parsers, pluginsFor } from './markup/code-languages.ts';
import { assertCodeDepth } from './markup/code-depth.ts';
import { assertHtmlDepth } from './markup/html-safety.ts';
import { loadLibrary } from '../load-library.ts';

const codeCharsMax = 50_000;
interface PrettierError {
  readonly message?: string;
  readonly loc?: { readonly start?: { readonly line: number; readonly column: number } };
}

function refusal(error: unknown, language: Language): Error {
  if (error instanceof ToolError) return error;
  if (error instanceof RangeError) return overLimit('text is nested too deep to be formatted.');
  const { message = 'it cannot be read', loc } = error as PrettierError;
  const sentence = (message.split('\n')[0] ?? message).replace(/ \(\d+:\d+\)$/, '').replace(/\.$/, '');
  const place = loc?.start === undefined ? '' : ` at line ${loc.start.line}, column ${loc.start.column}`;
  return invalid(`text is not valid ${language}: ${sentence}${place}.`);
}

interface FormatOptions {
  readonly language: Language;
  readonly printWidth: number;
  readonly tabWidth: number;
  readonly useTabs: boolean;
  readonly singleQuote: boolean;
  readonly semi: boolean;
}

/** Uses fixed options; ignores plugins and configuration in the text. */
async function formatCode(text: string, { language, ...options }: FormatOptions): Promise<string> {
  assertCodeDepth(text);
  if (language === 'html') await assertHtmlDepth(text);
  const { format } = await loadLibrary('prettier/standalone', () => import('prettier/standalone'));
  try {
    const formatted = await format(text, {
      ...options,
      parser: parsers[language],
      plugins: [...(await pluginsFor(language))],
      embeddedLanguageFormatting: language === 'html' ? 'auto' : 'off',
    });
    assertOutputFits(formatted.length);
    return formatted;
  } catch (error) {
    throw refusal(error, language);
  }
}

type ParamTypes = NonNullable<FormatOptionsWithLanguage['paramTypes']>;

const dialects = [
  'sql',
  'postgresql',
  'mysql',
  'mariadb',
  'sqlite',
  'transactsql',
  'tsql',
  'plsql',
  'bigquery',
  'snowflake',
  'redshift',
  'spark',
  'trino',
  'clickhouse',
  'duckdb',
  'db2',
  'hive',
] as const;

/** Placeholders of drivers and templates: ?, :name, @name, $name, $1, :1, %s, %(name)s, {name}, {{ name }}, ${name}. */
const placeholders = {
  positional: true,
  named: [':', '@', '$'],
  numbered: [':', '$'],
  custom: [
    { regex: String.raw`%s|%\(\w+\)s|%\d+` },
    { regex: String.raw`\{\{[^{}\n]{1,100}\}\}|\$\{[^{}\n]{1,100}\}|\{\w{1,100}\}` },
  ],
} satisfies ParamTypes;

/** Clauses that one dialect has alone decide what standard SQL is read as. */
const onlyMysql = /\bon\s{1,100}duplicate\s{1,100}key\s{1,100}update\b/i;
/** An author who writes one keyword in capitals has chosen how to write them. */
const capitalKeyword = /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|MERGE|WITH|FROM|WHERE)\b/;

interface SqlOptions {
  readonly dialect: (typeof dialects)[number];
  readonly keywordCase: 'auto' | 'preserve' | 'upper' | 'lower';
  readonly tabWidth: number;
}

async function formatSql(text: string, { dialect, keywordCase, tabWidth }: SqlOptions): Promise<string> {
  assertCodeDepth(text);
  const { format } = await loadLibrary('sql-formatter', () => import('sql-formatter'));
  try {
    const formatted = format(text, {
      language: dialect === 'sql' && onlyMysql.test(text) ? 'mysql' : dialect,
      keywordCase: keywordCase !== 'auto' ? keywordCase : capitalKeyword.test(text) ? 'preserve' : 'upper',
      tabWidth,
      paramTypes: placeholders,
    });
    assertOutputFits(formatted.length);
    return formatted;
  } catch (error) {
    if (error instanceof ToolError) throw error;
    if (error instanceof RangeError) throw overLimit('text is nested too deep to be formatted.');
    const [, line, column] =
      /at line (\d+) column (\d+)/.exec(error instanceof Error ? error.message : '') ?? [];
    const place = line === undefined ? '' : ` at line ${line}, column ${column}`;
    throw invalid(`text is not valid SQL of the dialect ${dialect}: unexpected token${place}.`);
  }
}

const codeParam = textParam(`The code, at most ${codeCharsMax} characters.`, codeCharsMax);

export const tools: readonly Tool[] = [
  defineTool({
    id: 'code-format',
    title: 'Format code',
    summary: 'Formats code with Prettier.',
    params: z.object({
      text: codeParam,
      language: z.enum(languages).describe('The language of the code.'),
      printWidth: integerParam('The length of lines to aim at.', 40, 200, 80),
      tabWidth: integerParam('Blanks per level.', 1, 8, 2),
      useTabs: flagParam('Indent by tabs.'),
      singleQuote: flagParam('Prefer single quotes.'),
      semi: flagParam('Write semicolons (JavaScript and TypeScript).', true),
    }),
    example: { params: { text: 'const a={b:1}', language: 'js' }, result: 'const a = { b: 1 };\n' },
    isHeavy: true,
    run: ({ text, ...options }) => formatCode(text, options),
  }),
  defineTool({
    id: 'sql-format',
    title: 'Format SQL',
    summary: 'Breaks and indents SQL.',
    params: z.object({
      text: codeParam,
      dialect: choiceParam('The dialect.', dialects, 'sql'),
      keywordCase: choiceParam(
        'How to write keywords; auto: in capitals, or as they are where the text has some in capitals.',
        ['auto', 'preserve', 'upper', 'lower'],
        'auto',
      ),
      tabWidth: integerParam('Blanks per level.', 1, 8, 2),
    }),
    example: {
      params: { text: 'select a, b from t where a > 1' },
      result: 'SELECT\n  a,\n  b\nFROM\n  t\nWHERE\n  a > 1',
    },
    isHeavy: true,
    run: ({ text, ...options }) => formatSql(text, options),
  }),
];
