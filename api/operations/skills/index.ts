import { previewBlogPost } from './preview-blog-post.ts';
import { previewHumanizedText } from './preview-humanized-text.ts';

export const skillOperations = [previewBlogPost, previewHumanizedText] as const;
