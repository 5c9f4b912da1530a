/** The themes of the portal. */
export const PORTAL_THEMES = ['classic', 'light', 'dark'] as const;
