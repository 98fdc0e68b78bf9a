/** How much a model reasons before it answers. */
export type Effort = 'none' | 'low' | 'medium' | 'high';
