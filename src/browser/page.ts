import './transaction-links.ts';
import { startFloatingButton } from './floating-button.ts';
import { focusNotice, followChanges, warnOfUnsavedChanges } from './forms.ts';
import { startLoadingBar } from './loading-bar.ts';
import { startDrawers, startMenus } from './menus.ts';
import { startPanelLinks } from './panel/links.ts';
import { startQuickEntry } from './quick-entry/quick-entry.ts';
import { startSession } from './session/session.ts';
import { startTheme } from './theme.ts';
import { startToasts } from './toasts.ts';

// The theme handles its form's submission before the loading bar would react to it.
startTheme();
startLoadingBar();
startToasts();
followChanges();
startMenus();
startDrawers();
startFloatingButton();
startPanelLinks();
startQuickEntry();
focusNotice();
warnOfUnsavedChanges();
startSession();
