import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createImagePool } from '../../../compute/image/image-pool.ts';

const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
  .png()
  .toBuffer();
const withJpeg = false;
const instead = (name: string) => {
  const entry = new URL(`../../support/image-processes/${name}-worker.ts`, import.meta.url);
  return { entry, files: [entry, new URL('../../../package.json', import.meta.url)], packages: [] };
};

async function using(images: ReturnType<typeof createImagePool>, work: (i: typeof images) => Promise<void>) {
  try {
    await work(images);
  } finally {
    await images.close();
  }
}

describe('the image pool', () => {
  it('takes one image with it when it crashes, and none after it waits for ever', async () => {
    await using(createImagePool({ program: instead('crash') }), async ({ measure }) => {
      const results = await Promise.all([measure(png, { withJpeg }), measure(png, { withJpeg })]);
      expect(results).toEqual([{ status: 'unreadable' }, { status: 'unreadable' }]);
    });
  });

  it('is ended when an image takes too long', async () => {
    await using(createImagePool({ program: instead('hang'), timeoutMs: 300 }), async ({ measure }) => {
      expect(await measure(png, { withJpeg })).toEqual({ status: 'too-slow' });
    });
  });

  it('refuses more images than may wait', async () => {
    await using(createImagePool(), async ({ measure }) => {
      const many = await Promise.allSettled(Array.from({ length: 40 }, () => measure(png, { withJpeg })));
      expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(32);
      expect(many.at(-1)).toMatchObject({ reason: { code: 'INTERNAL_ERROR' } });
    });
  });

  it('lets callers take turns: one image of another caller is not behind all of the first', async () => {
    await using(createImagePool(), async ({ measure }) => {
      const order: string[] = [];
      const send = (caller: string) => measure(png, { withJpeg }, caller).then(() => order.push(caller));
      await Promise.all([...Array.from({ length: 10 }, () => send('hog')), send('ada')]);
      expect(order.indexOf('ada')).toBeLessThanOrEqual(2);
    });
  });

  it('where too many wait, the caller with the most images is refused, not the newcomer', async () => {
    await using(createImagePool(), async ({ measure }) => {
      const hog = Promise.allSettled(Array.from({ length: 40 }, () => measure(png, { withJpeg }, 'hog')));
      const others = Array.from({ length: 5 }, (_, index) => measure(png, { withJpeg }, `caller ${index}`));
      expect(await Promise.all(others)).toHaveLength(5);
      const refused = (await hog).filter(({ status }) => status === 'rejected');
      expect(refused).toHaveLength(40 - 32 + 5);
    });
  });

  it('takes no image after it was closed', async () => {
    const images = createImagePool();
    await images.close();
    await expect(images.measure(png, { withJpeg })).rejects.toThrow('closed');
  });
});
