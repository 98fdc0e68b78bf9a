import { previewBlogPost } from './preview-blog-post.ts';
import { previewHumanizedText } from './preview-humanized-text.ts';

/** In the order of the reference. */
export const skillOperations = [previewBlogPost, previewHumanizedText] as const;
