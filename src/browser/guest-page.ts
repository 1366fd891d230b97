import { loadKeepTyped, startEveryPage } from './every-page.ts';

// Before a field can be typed into or a button be pressed, or a message has the focus.
document.addEventListener('focusin', loadKeepTyped, { once: true });
if (sessionStorage.getItem('typed')) loadKeepTyped();
startEveryPage();
