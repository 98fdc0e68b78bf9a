import { defineConfig, type OxlintOverride } from 'oxlint';

type Access = 'values' | 'types';
interface Room {
  /** Rooms this one may import from: values, or types only. */
  readonly mayImport: Readonly<Record<string, Access>>;
  /** npm packages that only this room may import. */
  readonly owns: readonly string[];
}

/** Import rules by room. The composition roots of the two processes, bin/, test/ and bench/ may import anything. */
const rooms: Readonly<Record<string, Room>> = {
  contracts: { mayImport: { pdf: 'types' }, owns: [] },
  domain: { mayImport: { contracts: 'types' }, owns: [] },
  pdf: { mayImport: {}, owns: ['pdfjs-dist', '@neslinesli93/qpdf-wasm', '@embedpdf/pdfium'] },
  tools: { mayImport: {}, owns: [] },
  rules: { mayImport: { contracts: 'types', domain: 'values' }, owns: [] },
  senders: { mayImport: { domain: 'values' }, owns: [] },
  capabilities: { mayImport: { contracts: 'values', domain: 'values' }, owns: [] },
  models: {
    mayImport: {
      contracts: 'values',
      domain: 'values',
      capabilities: 'values',
      rules: 'values',
      tools: 'values',
    },
    owns: ['ai', '@ai-sdk/*'],
  },
  compute: {
    mayImport: { contracts: 'types', domain: 'values', pdf: 'values', tools: 'values' },
    owns: ['minisearch'],
  },
  'network-access': { mayImport: { contracts: 'values', domain: 'values' }, owns: [] },
  egress: { mayImport: { contracts: 'types', domain: 'values' }, owns: ['undici'] },
  blobs: { mayImport: {}, owns: ['s3mini'] },
  store: {
    mayImport: { contracts: 'values', domain: 'values', capabilities: 'values', blobs: 'types' },
    owns: ['@redis/client', 'rate-limiter-flexible'],
  },
  temporal: {
    mayImport: { contracts: 'types', domain: 'values', workflows: 'types' },
    owns: ['@temporalio/client', '@temporalio/envconfig'],
  },
  intake: {
    mayImport: {
      contracts: 'types',
      domain: 'values',
      capabilities: 'types',
      senders: 'values',
      store: 'types',
      temporal: 'types',
    },
    owns: [],
  },
  alerts: {
    mayImport: { contracts: 'types', domain: 'values', egress: 'types', store: 'types', temporal: 'types' },
    owns: ['nodemailer', 'standardwebhooks'],
  },
  waitlist: { mayImport: { contracts: 'values', domain: 'values', store: 'types' }, owns: ['jose'] },
  activities: {
    mayImport: {
      contracts: 'types',
      domain: 'values',
      capabilities: 'values',
      rules: 'values',
      pdf: 'types',
      compute: 'types',
      models: 'types',
      egress: 'types',
      store: 'types',
    },
    owns: ['@temporalio/activity'],
  },
  workflows: {
    mayImport: { contracts: 'types', domain: 'values', activities: 'types' },
    owns: ['@temporalio/workflow'],
  },
  worker: {
    mayImport: { contracts: 'types', domain: 'values', activities: 'types', platform: 'types' },
    owns: ['@temporalio/worker'],
  },
  api: {
    mayImport: {
      contracts: 'values',
      domain: 'values',
      capabilities: 'values',
      rules: 'values',
      senders: 'values',
      pdf: 'values',
      tools: 'values',
      blobs: 'types',
      compute: 'types',
      'network-access': 'types',
      egress: 'types',
      store: 'types',
      temporal: 'types',
      intake: 'values',
      waitlist: 'types',
      platform: 'types',
    },
    owns: ['koa', '@koa/*', '@fastify/busboy', 'zod-openapi'],
  },
  platform: {
    mayImport: { contracts: 'values', domain: 'values', models: 'values', compute: 'types', blobs: 'types' },
    owns: ['prom-client', '@opentelemetry/*'],
  },
};

/** Of these, other rooms must not import from subfolders. */
const roomsWithTopLevelInterface = ['rules'];
const builders = [
  '**/main.ts',
  '{api,worker}/compose.ts',
  '{api,worker}/compose/*.ts',
  'bin/**',
  'test/**',
  'bench/**',
  '*.config.ts',
];

/** Rooms that are packages, imported by name. */
const packages = ['pdf', 'tools'];

function importRules(name: string, room: Room): OxlintOverride {
  const forbiddenRooms = Object.keys(rooms)
    .filter((other) => other !== name && room.mayImport[other] !== 'values')
    .map((other) => ({
      regex: packages.includes(other) ? `^@reveille/${other}` : `^#${other}/`,
      allowTypeImports: room.mayImport[other] === 'types',
      message: `${name}/ may not import ${room.mayImport[other] === 'types' ? 'values' : 'anything'} from ${other}/.`,
    }));
  const innerFolders = roomsWithTopLevelInterface
    .filter((other) => other !== name)
    .map((other) => ({
      regex: `^#${other}/[^/]+/`,
      message: `Import from a file at the top of ${other}/.`,
    }));
  const packagesByPath = packages
    .filter((other) => other !== name)
    .map((other) => ({ regex: `^#${other}/`, message: `Import @reveille/${other}.` }));
  const foreignPackages = Object.entries(rooms)
    .filter(([other]) => other !== name)
    .flatMap(([other, { owns }]) =>
      owns.map((owned) => ({
        group: [owned, `${owned}/**`],
        allowTypeImports: false,
        message: `${owned} belongs to ${other}/.`,
      })),
    );
  return {
    files: [`${name}/**/*.ts`],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [...forbiddenRooms, ...packagesByPath, ...innerFolders, ...foreignPackages] },
      ],
    },
  };
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
    'no-shadow': 'off',
    'no-await-in-loop': 'off',
  },
  overrides: [
    ...Object.entries(rooms).map(([name, room]) => importRules(name, room)),
    { files: builders, rules: { 'no-restricted-imports': 'off', 'node/no-process-env': 'off' } },
    { files: ['bin/**', 'bench/**', 'test/{storm,topology}/main.ts'], rules: { 'no-console': 'off' } },
    { files: ['*.config.ts'], rules: { 'import/no-default-export': 'off' } },
    {
      files: ['test/**', ...packages.map((name) => `${name}/test/**`), 'bench/**'],
      rules: {
        'typescript/no-non-null-assertion': 'off',
        'max-lines': 'off',
        'max-lines-per-function': 'off',
      },
    },
  ],
});
