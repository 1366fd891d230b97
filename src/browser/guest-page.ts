import { loadKeepTyped, startEveryPage } from './every-page.ts';

// Loads before a field can be typed into or a button pressed.
document.addEventListener('focusin', loadKeepTyped, { once: true });
if (sessionStorage.getItem('typed')) loadKeepTyped();
startEveryPage();
