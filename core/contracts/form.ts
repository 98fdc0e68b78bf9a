import { z } from 'zod';

/** The answer of an automation to visitors whose browser posts an HTML form to its hook. */

const loopbackHost = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** URL parsers let through what means something else in headers. */
const plainHost = /^(?:[a-z\d._-]+|\[[\da-f:.]+\])$/;

/** A page of the owner: over https, or http on the machine of the visitor. */
function isPageUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && loopbackHost.test(hostname));
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, origin, href } = new URL(text);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && plainHost.test(hostname) && href === `${origin}/`;
}

const redirectUrl = z
  .string()
  .trim()
  .max(2_048)
  .refine(isPageUrl, 'must be an https address, or http on loopback')
  .overwrite((text) => (URL.canParse(text) ? new URL(text).href : text))
  .describe(
    'The page to which the visitor is sent with 303 once the delivery was taken: https, or http on loopback.',
  );

const origin = z
  .string()
  .trim()
  .max(300)
  .refine(isOrigin, 'must be an origin such as https://www.example.com, without a path')
  .overwrite((text) => (URL.canParse(text) ? new URL(text).origin : text));

export const HtmlForm = z
  .object({
    redirectUrl: redirectUrl.exactOptional(),
    text: z
      .string()
      .trim()
      .min(1, 'must not be blank')
      .max(2_000)
      .exactOptional()
      .describe('A text that is shown on a plain page instead.'),
    honeypot: z
      .string()
      .trim()
      .min(1, 'must not be blank')
      .max(100)
      .exactOptional()
      .describe(
        'The name of a form field that people do not see. A delivery in which it is filled in is taken for spam: it is answered as if it had been taken, wakes nothing, and is neither kept nor billed.',
      ),
    origins: z
      .array(origin)
      .max(20)
      .overwrite((origins) => [...new Set(origins)])
      .exactOptional()
      .describe(
        'The sites whose scripts may post to the URL and read its answer (CORS), such as `https://www.example.com`. Others may not.',
      ),
  })
  .refine(({ redirectUrl: url, text }) => url === undefined || text === undefined, {
    path: ['text'],
    message: 'cannot be given beside redirectUrl',
  })
  .describe(
    'The answer to a visitor whose browser posts an HTML form (`application/x-www-form-urlencoded` or `multipart/form-data`) to the URL. Deliveries of other kinds are answered as ever.',
  );
export type HtmlForm = z.infer<typeof HtmlForm>;
