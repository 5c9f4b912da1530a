/** The height of a payment's row. Pixels; must match the stylesheet. */
export const ROW_HEIGHT = 34;
