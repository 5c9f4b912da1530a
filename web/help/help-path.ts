import type { HelpSlug } from './contents.ts';

/** The address of the knowledge base, and of one of its pages. */
export const HELP_HOME = '/help.html';
export const helpPath = (slug: HelpSlug): string => `/help/${slug}.html`;
