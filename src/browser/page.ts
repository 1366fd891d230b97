import './transaction-links.ts';
import { startEveryPage } from './every-page.ts';
import { startFloatingButton } from './floating-button.ts';
import { startFormsInPlace } from './in-place.ts';
import { startDrawers, startMenus } from './menus.ts';
import { startPanelLinks } from './panel/links.ts';
import { startQuickEntry } from './quick-entry/quick-entry.ts';

startMenus();
startDrawers();
startFloatingButton();
startPanelLinks();
startQuickEntry();
startFormsInPlace();
startEveryPage();
