import { describe, expect, it } from 'vitest';
import { foldPresentationForms } from '#pdf/child/to-text.ts';

describe('letters that are named by their shape', () => {
  it.each([
    ['Arabic', '\ufee3\ufeae\ufea3\ufe92\ufe8e', 'مرحبا'],
    ['Hebrew', '\ufb2a', '\u05e9\u05c1'],
    ['ligatures of Latin', 'o\ufb03ce, \ufb01ne', 'office, fine'],
    ['radicals of Chinese', '中\u2f42本', '中文本'],
    ['all else, which stays as it is', 'x² ½ ① Ａ ﬀ', 'x² ½ ① Ａ ff'],
  ])('become plain: %s', (_, shaped, plain) => {
    expect(foldPresentationForms(shaped)).toBe(plain);
  });
});
