import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageLimits, loadModelTools } from '@reveille/tools';
import { createImagePool } from '#compute/image/image-pool.ts';
import { createFetchPublic } from '#egress/fetch-public.ts';

const { createImageAnalyst } = await loadModelTools();
const tooMuch = imageLimits.bytesMax + 1;
const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  .png()
  .toBuffer();

/** Writes until the client disconnects. */
function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(256_000);
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
    response.once('drain', more);
  };
  response.on('error', () => undefined);
  response.write(png);
  more();
}

const pages: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/image': (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(png),
  '/elsewhere': (response) => response.writeHead(302, { location: '/image' }).end(),
  '/private': (response) => response.writeHead(302, { location: 'http://10.0.0.1/a.png' }).end(),
  '/metadata': (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  '/page': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<!doctype html><p>No'),
  '/missing': (response) => response.writeHead(404).end(png),
  '/announced': (response) =>
    response
      .writeHead(200, { 'content-length': tooMuch })
      .end(Buffer.concat([png, Buffer.alloc(tooMuch - png.length)])),
  '/endless': pour,
  '/cut': (response) => {
    response.writeHead(200, { 'content-length': png.length });
    response.write(png.subarray(0, 40), () => response.destroy());
  },
  '/nothing': (response) => response.end(),
};

const server = createServer(({ url = '' }, response) => pages[url]?.(response));
// Loopback stands for the public net; everything else is judged as in production.
const { measure, close } = createImagePool();
const { analyse } = createImageAnalyst({
  measure,
  fetchPublic: async (url, options) => {
    const answer = await createFetchPublic({ isAllowed: (address) => address === '127.0.0.1' })(url, options);
    return answer.kind === 'fetched'
      ? { kind: 'answered', status: answer.status, body: answer.bytes }
      : answer;
  },
});
let base: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await close();
  server.closeAllConnections();
  server.close();
});

describe('an image behind a URL', () => {
  it.each(['/image', '/elsewhere'])('is read from %s, whatever type it is given', async (path) => {
    expect(await analyse({ image: base + path })).toContain('40 × 30');
  });

  it.each([
    ['/private', 'not public'],
    ['/metadata', 'not public'],
    ['/page', 'not a PNG, JPEG, WebP, GIF or AVIF'],
    ['/missing', 'status 404'],
    ['/announced', 'larger than 10 MB'],
    ['/endless', 'larger than 10 MB'],
    ['/cut', 'did not answer'],
    ['/nothing', 'not a PNG'],
  ])('is refused at %s with a sentence that says why', async (path, sentence) => {
    await expect(analyse({ image: base + path })).rejects.toMatchObject({
      code: 'INVALID_IMAGE',
      message: expect.stringContaining(sentence),
    });
  });
});
