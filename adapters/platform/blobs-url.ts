import { z } from 'zod';

/** `s3://key:secret@host:port/bucket?region=eu-west-1&tls=false`. */
export const blobsUrl = z.string().transform((text, context) => {
  const settings = URL.canParse(text) ? settingsOf(new URL(text)) : undefined;
  if (settings !== undefined) return settings;
  context.addIssue({
    code: 'custom',
    message:
      'must be s3://key:secret@host/bucket, percent-encoded, with ?region= and ?tls=false where they are needed',
  });
  return z.NEVER;
});

function settingsOf(url: URL) {
  const [bucket, ...more] = url.pathname.split('/').filter((part) => part !== '');
  const { region = 'us-east-1', tls = 'true', ...others } = Object.fromEntries(url.searchParams);
  const accessKeyId = decoded(url.username);
  const secretAccessKey = decoded(url.password);
  const isWhole =
    url.protocol === 's3:' &&
    url.host !== '' &&
    bucket !== undefined &&
    more.length === 0 &&
    /^(true|false)$/.test(tls) &&
    Object.keys(others).length === 0;
  if (!isWhole || !accessKeyId || !secretAccessKey) return undefined;
  const endpoint = `${tls === 'false' ? 'http' : 'https'}://${url.host}`;
  return { endpoint, bucket, region, accessKeyId, secretAccessKey };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
