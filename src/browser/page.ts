import './dialogs/transaction-links.ts';
import { startEveryPage } from './every-page.ts';
import { startFormsInPlace } from './in-place/in-place.ts';
import { startFloatingButton } from './menus/floating-button.ts';
import { startDrawers, startMenus } from './menus/menus.ts';
import { startQuickEntry } from './quick-entry/quick-entry.ts';
import { startShortcuts } from './shortcuts/shortcuts.ts';

startMenus();
startDrawers();
startFloatingButton();
startQuickEntry();
startFormsInPlace();
startShortcuts();
startEveryPage();
