import { defineConfig, type OxlintOverride } from 'oxlint';

/** The imports that a room may have: of which rooms the values, of which the types alone, and which npm packages no other room imports. */
interface Room {
  readonly values: readonly string[];
  readonly types: readonly string[];
  readonly owns: readonly string[];
}

interface Floor {
  readonly shelf: string | null;
  readonly rooms: Readonly<Record<string, Room>>;
}

const words = (text: string): string[] => text.split(' ');

/** The types that services of runs work with, and those that tell owners something. */
const told = ['contracts', 'store', 'temporal'];

/**
 * The house, from its top floor down: a room imports from its own floor and from those below. The composition roots of the two
 * processes, bin/, test/ and bench/ may import anything.
 */
export const floors: readonly Floor[] = [
  {
    shelf: null,
    rooms: {
      api: {
        values: words('contracts domain capabilities apis rehearsal rules senders pdf tools intake meaning'),
        types: words('blobs compute network-access egress oauth events store temporal waitlist platform'),
        owns: ['koa', '@koa/*', '@fastify/busboy', 'zod-openapi', '@modelcontextprotocol/*'],
      },
      worker: {
        values: ['domain'],
        types: ['contracts', 'activities', 'platform'],
        owns: ['@temporalio/worker'],
      },
    },
  },
  {
    shelf: 'services',
    rooms: {
      intake: { values: ['domain', 'senders'], types: [...told, 'capabilities'], owns: [] },
      alerts: { values: ['domain', 'webhooks'], types: told, owns: ['nodemailer'] },
      events: { values: ['contracts', 'domain', 'webhooks'], types: ['store', 'temporal'], owns: [] },
      webhooks: { values: ['domain'], types: ['egress'], owns: ['standardwebhooks'] },
      meaning: { values: words('contracts domain apis rules'), types: ['capabilities', 'store'], owns: [] },
      waitlist: { values: ['contracts', 'domain'], types: ['store'], owns: ['jose'] },
      temporal: {
        values: ['domain'],
        types: ['contracts', 'workflows'],
        owns: ['@temporalio/client', '@temporalio/envconfig'],
      },
    },
  },
  {
    shelf: null,
    rooms: {
      workflows: { values: ['domain'], types: ['contracts', 'activities'], owns: ['@temporalio/workflow'] },
    },
  },
  {
    shelf: null,
    rooms: {
      activities: {
        values: ['domain', 'capabilities', 'rehearsal', 'rules'],
        types: ['contracts', 'pdf', 'compute', 'models', 'egress', 'store'],
        owns: ['@temporalio/activity'],
      },
    },
  },
  {
    shelf: 'adapters',
    rooms: {
      store: {
        values: ['contracts', 'domain', 'capabilities'],
        types: ['blobs', 'rehearsal'],
        owns: ['@redis/client', 'rate-limiter-flexible'],
      },
      models: {
        values: ['contracts', 'domain', 'capabilities', 'apis', 'rules', 'tools'],
        types: [],
        owns: ['ai', '@ai-sdk/*'],
      },
      egress: { values: ['domain'], types: ['contracts'], owns: ['undici'] },
      oauth: {
        values: ['domain', 'network-access'],
        types: ['contracts', 'egress', 'store'],
        owns: ['oauth4webapi'],
      },
      compute: { values: ['domain', 'apis', 'pdf', 'tools'], types: ['contracts'], owns: ['minisearch'] },
      platform: {
        values: ['contracts', 'domain', 'models'],
        types: ['compute', 'blobs'],
        owns: ['prom-client', '@opentelemetry/*'],
      },
      blobs: { values: [], types: [], owns: ['s3mini'] },
    },
  },
  {
    shelf: 'core',
    rooms: {
      apis: { values: ['domain', 'rules'], types: ['contracts'], owns: [] },
      capabilities: { values: ['contracts', 'domain'], types: [], owns: [] },
      'network-access': { values: ['contracts', 'domain'], types: [], owns: [] },
      rehearsal: { values: ['domain', 'capabilities', 'rules'], types: ['contracts'], owns: [] },
      senders: { values: ['domain'], types: ['contracts'], owns: [] },
      rules: { values: ['domain'], types: ['contracts'], owns: [] },
      domain: { values: [], types: ['contracts'], owns: [] },
      contracts: { values: [], types: ['pdf'], owns: [] },
    },
  },
  {
    shelf: 'packages',
    rooms: {
      tools: { values: [], types: [], owns: [] },
      pdf: { values: [], types: [], owns: ['pdfjs-dist', '@neslinesli93/qpdf-wasm', '@embedpdf/pdfium'] },
    },
  },
];

const rooms = floors.flatMap((floor) =>
  Object.entries(floor.rooms).map(([name, room]) => ({
    name,
    folder: floor.shelf === null ? name : `${floor.shelf}/${name}`,
    ...room,
  })),
);

const builders = [
  '**/main.ts',
  '{api,worker}/compose.ts',
  '{api,worker}/compose/*.ts',
  '{bin,test,bench}/**',
  '*.config.ts',
];
/** Rooms that are packages, imported by name. */
const packages = ['pdf', 'tools'];

function importRules({ name, folder, values, types }: (typeof rooms)[number]): OxlintOverride {
  const others = rooms.filter((other) => other.name !== name);
  const forbiddenRooms = others
    .filter((other) => !values.includes(other.name))
    .map((other) => ({
      regex: packages.includes(other.name) ? `^@reveille/${other.name}` : `^#${other.name}/`,
      allowTypeImports: types.includes(other.name),
      message: `${name}/ may not import ${types.includes(other.name) ? 'values' : 'anything'} from ${other.name}/.`,
    }));
  const inner = { regex: '^#rules/[^/]+/', message: 'Import from a file at the top of rules/.' };
  const innerFolders = name === 'rules' ? [] : [inner];
  const packagesByPath = packages
    .filter((other) => other !== name)
    .map((other) => ({ regex: `^#${other}/`, message: `Import @reveille/${other}.` }));
  const foreignPackages = others.flatMap((other) =>
    other.owns.map((owned) => ({
      group: [owned, `${owned}/**`],
      allowTypeImports: false,
      message: `${owned} belongs to ${other.name}/.`,
    })),
  );
  const patterns = [...forbiddenRooms, ...packagesByPath, ...innerFolders, ...foreignPackages];
  return { files: [`${folder}/**/*.ts`], rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

export default defineConfig({
  plugins: ['typescript', 'import', 'node', 'unicorn', 'oxc', 'promise'],
  options: { typeAware: true },
  ignorePatterns: ['node_modules', '.data', 'coverage'],
  categories: { correctness: 'error' },
  rules: {
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'unicorn/prefer-node-protocol': 'error',
    'no-console': 'error',
    'node/no-process-env': 'error',
    'max-lines': ['error', { max: 200, skipBlankLines: false, skipComments: false }],
    'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
  },
  overrides: [
    ...rooms.map(importRules),
    { files: builders, rules: { 'no-restricted-imports': 'off', 'node/no-process-env': 'off' } },
    { files: ['bin/**', 'bench/**', 'test/{storm,topology}/main.ts'], rules: { 'no-console': 'off' } },
    { files: ['*.config.ts'], rules: { 'import/no-default-export': 'off' } },
    {
      files: ['test/**', 'packages/*/test/**', 'bench/**'],
      rules: {
        'typescript/no-non-null-assertion': 'off',
        'max-lines': 'off',
        'max-lines-per-function': 'off',
      },
    },
  ],
});
