import { z } from 'zod';

/** `smtp://user:password@mail.example.com:587`, or `smtps://` for TLS from the first byte. */
export const smtpUrl = z
  .string()
  .refine(
    (text) => /^smtps?:\/\/[^\s/]/.test(text) && URL.canParse(text),
    'must be a URL such as smtp://user:password@mail.example.com:587',
  );

/** `alerts@example.com`, or `Name <alerts@example.com>`. */
export const mailSender = z
  .string()
  .regex(
    /^([^<>\r\n]+ <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
    'must be an address such as alerts@example.com, or Name <alerts@example.com>',
  );
