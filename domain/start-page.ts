/** The pages that a user may start on. */
export const START_PAGES = ['entities', 'attention'] as const;
