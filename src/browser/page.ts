import './transaction-links.ts';
import { startEveryPage } from './every-page.ts';
import { startFloatingButton } from './floating-button.ts';
import { startFormsInPlace } from './in-place.ts';
import { startDrawers, startMenus } from './menus.ts';
import { startQuickEntry } from './quick-entry/quick-entry.ts';
import { startShortcuts } from './shortcuts/shortcuts.ts';

startMenus();
startDrawers();
startFloatingButton();
startQuickEntry();
startFormsInPlace();
startShortcuts();
startEveryPage();
