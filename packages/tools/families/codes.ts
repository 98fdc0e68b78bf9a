import type { FamilyFiles } from '../family-files.ts';

/** Encodings, ciphers, digests and checks. */
export const codes: readonly FamilyFiles[] = [
  {
    id: 'encode',
    title: 'Encode and decode',
    files: [
      () => import('../text/base-encodings.ts'),
      () => import('../text/byte-encodings.ts'),
      () => import('../text/web-encodings.ts'),
      () => import('../text/byte-codecs.ts'),
      () => import('../text/small-bases.ts'),
      () => import('../text/jwt.ts'),
    ],
  },
  {
    id: 'cipher',
    title: 'Ciphers and spelling',
    files: [() => import('../text/ciphers.ts'), () => import('../text/spelled-alphabets.ts')],
  },
  { id: 'hash', title: 'Hash', files: [() => import('../text/hash.ts')] },
  {
    id: 'crypto',
    title: 'Tokens, keys and passwords',
    files: [
      () => import('../text/tokens.ts'),
      () => import('../text/passwords.ts'),
      () => import('../text/one-time-keys.ts'),
      () => import('../text/argon2.ts'),
      () => import('../text/keys.ts'),
      () => import('../text/certificate-request.ts'),
    ],
  },
  {
    id: 'validate',
    title: 'Check and take apart',
    files: [
      () => import('../text/validate-values.ts'),
      () => import('../text/identifiers.ts'),
      () => import('../text/networks.ts'),
    ],
  },
];
