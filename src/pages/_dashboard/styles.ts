// Imported only here: UnoCSS places a layer where it is first imported.
import 'virtual:uno:dashboard.css';

/** The rows of a table that its fold (`home-first`) leaves on phones. */
export const FIRST_ROWS = 3;
