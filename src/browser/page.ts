import './dialogs/transaction-links.ts';
import { startFormsInPlace } from './core/forms/in-place.ts';
import { startEveryPage } from './every-page.ts';
import { startDrawers, startFloatingButton, startMenus } from './menus/menus.ts';
import { startQuickEntry } from './quick-entry/quick-entry.ts';
import { startShortcuts } from './shortcuts/shortcuts.ts';

startMenus();
startDrawers();
startFloatingButton();
startQuickEntry();
startFormsInPlace();
startShortcuts();
startEveryPage();
