import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { childPids } from '../pdf/support/child-memory.ts';
import { createImagePool } from '#compute/image/image-pool.ts';
import { rootUrl } from '#test/support/root.ts';

const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
  .png()
  .toBuffer();
const withJpeg = false;
const instead = (name: string) => {
  const entry = new URL(`test/support/image-processes/${name}-worker.ts`, rootUrl);
  return { entry, files: [entry, new URL('package.json', rootUrl)], packages: [] };
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
      expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(33);
      expect(many.at(-1)).toMatchObject({ reason: { code: 'INTERNAL_ERROR' } });
    });
  });

  it('lets callers take turns: one image of another caller is not behind all of the first', async () => {
    await using(createImagePool(), async ({ measure }) => {
      const order: string[] = [];
      const send = (caller: string) => measure(png, { withJpeg }, caller).then(() => order.push(caller));
      // Both processes run before the order counts.
      await Promise.all([send('hog'), send('ada')]);
      order.length = 0;
      await Promise.all([...Array.from({ length: 10 }, () => send('hog')), send('ada')]);
      expect(order.indexOf('ada')).toBeLessThan(9);
    });
  });

  it('has a process left while one caller keeps the other busy', async () => {
    await using(
      createImagePool({ program: instead('hang'), timeoutMs: 60_000 }),
      async ({ measure, close }) => {
        const settled = Promise.allSettled(
          ['hog', 'hog', 'ada'].map((caller) => measure(png, { withJpeg }, caller)),
        );
        await expect.poll(() => childPids().length).toBe(2);
        await close();
        expect(await settled).toMatchObject([
          { value: { status: 'unreadable' } },
          { reason: { message: 'The image pool is closed.' } },
          { value: { status: 'unreadable' } },
        ]);
      },
    );
  });

  it('has a process left for light images while heavy ones of many callers wait', async () => {
    const heavy = await sharp({ create: { width: 4_000, height: 4_000, channels: 3, background: '#fff' } })
      .toColourspace('rgb16')
      .png()
      .toBuffer();
    await using(
      createImagePool({ program: instead('hang'), timeoutMs: 60_000 }),
      async ({ measure, close }) => {
        const settled = Promise.allSettled([
          ...['a', 'b', 'c'].map((caller) => measure(heavy, { withJpeg }, caller)),
          measure(png, { withJpeg }, 'ada'),
        ]);
        await expect.poll(() => childPids().length).toBe(2);
        await close();
        expect(await settled).toMatchObject([
          { value: { status: 'unreadable' } },
          { reason: { message: 'The image pool is closed.' } },
          { reason: { message: 'The image pool is closed.' } },
          { value: { status: 'unreadable' } },
        ]);
      },
    );
  });

  it('if too many wait, the caller with the most images is refused, not the newcomer', async () => {
    await using(createImagePool(), async ({ measure }) => {
      const hog = Promise.allSettled(Array.from({ length: 40 }, () => measure(png, { withJpeg }, 'hog')));
      const others = Array.from({ length: 5 }, (_, index) => measure(png, { withJpeg }, `caller ${index}`));
      expect(await Promise.all(others)).toHaveLength(5);
      const refused = (await hog).filter(({ status }) => status === 'rejected');
      expect(refused).toHaveLength(40 - 32 + 4);
    });
  });

  it('takes no image after it was closed', async () => {
    const images = createImagePool();
    await images.close();
    await expect(images.measure(png, { withJpeg })).rejects.toThrow('closed');
  });
});
