/**
 * A small stand-in for the provider's library: the same two calls, and a button that requests a token with the given
 * nonce.
 */
export const LIBRARY = `
const base = new URL(document.currentScript.src).origin;
let told;
window.google = { accounts: { id: {
  initialize(options) { told = options; },
  renderButton(place, options) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Library ' + told.client_id + ' ' + options.locale;
    button.onclick = async () => {
      const answer = await fetch(base + '/gsi/token?nonce=' + encodeURIComponent(told.nonce));
      told.callback({ credential: await answer.text() });
    };
    place.append(button);
  },
} } };
`;
