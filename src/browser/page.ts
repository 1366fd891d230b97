import './transaction-links.ts';
import { followChanges } from './data-version.ts';
import { startDrawers } from './drawer.ts';
import { focusNotice } from './focus-notice.ts';
import { startLoadingBar } from './loading-bar.ts';
import { startMenus } from './menus.ts';
import { startPanelLinks } from './panel-links.ts';
import { startSession } from './session.ts';
import { startTheme } from './theme.ts';
import { startToasts } from './toasts.ts';
import { warnOfUnsavedChanges } from './unsaved-changes.ts';

// The theme takes its form's submission before the loading bar would announce it.
startTheme();
startLoadingBar();
startToasts();
followChanges();
startMenus();
startDrawers();
startPanelLinks();
focusNotice();
warnOfUnsavedChanges();
startSession();
