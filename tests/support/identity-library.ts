/**
 * A stand-in for the provider's library: the same two calls, and a button that requests a token with the given nonce.
 */
export const LIBRARY = `
const base = new URL(document.currentScript.src).origin;
let settings;
window.google = { accounts: { id: {
  initialize(options) { settings = options; },
  renderButton(place, options) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Library ' + settings.client_id + ' ' + options.locale;
    button.onclick = async () => {
      const answer = await fetch(base + '/gsi/token?nonce=' + encodeURIComponent(settings.nonce));
      settings.callback({ credential: await answer.text() });
    };
    place.append(button);
  },
} } };
`;
