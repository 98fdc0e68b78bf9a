import { z } from 'zod';

/** A named secret as its owner enters it. Name, value and domains are validated later, with better messages. */
export const NewSecret = z.object({
  name: z
    .string()
    .describe(
      'How requests name it: `{{secret.<name>}}`. A lower-case letter, then letters, digits, `_` and `-`; at most 64.',
    ),
  value: z
    .string()
    .describe(
      'The value that is filled in. Stored encrypted; neither the agent nor any answer ever shows it.',
    ),
  domains: z
    .array(z.unknown())
    .describe('The hosts that it may be sent to, such as `hooks.slack.com` or `*.example.com`.'),
});
export type NewSecret = z.infer<typeof NewSecret>;

/** Absent members stay. Another domain needs the value again. */
export const SecretChange = NewSecret.omit({ name: true }).partial();
export type SecretChange = z.infer<typeof SecretChange>;

/** A named secret as it is shown: never its value. */
export const Secret = z.object({
  name: z.string(),
  domains: z
    .array(z.string())
    .describe('The hosts that it may be sent to. Empty where its record is damaged: then it goes nowhere.'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe('When it was last filled in. Null: not yet.'),
});
export type Secret = z.infer<typeof Secret>;

/** The stored secret. The value is encrypted and bound to workspace, name and domains. */
export const SecretRecord = z.object({
  domains: z.array(z.string()),
  sealedValue: z.string(),
  /** Epoch milliseconds. */
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type SecretRecord = Readonly<z.infer<typeof SecretRecord>>;

export type StoredSecret = SecretRecord & { readonly name: string };

/** A secret in a list. */
export type ListedSecret = StoredSecret & { readonly lastUsedAt: number | null };

/** The secrets that a request names, or why it may not have them at its host. */
export type SecretMatch =
  | { readonly ground: 'policy'; readonly secrets: readonly StoredSecret[] }
  | { readonly ground: 'secret-unknown' | 'secret-host' };
