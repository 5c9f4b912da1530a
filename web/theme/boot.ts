/** Runs before the first paint, so that nobody sees one theme flash into another. */
import { paintTheme, storedTheme } from './theme.ts';

paintTheme(storedTheme());
