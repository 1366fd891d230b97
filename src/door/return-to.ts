/** A page of our own to go back to; anything that could lead elsewhere becomes `/`. */
export function returnTo(wanted: string | null | undefined): string {
  if (!wanted?.startsWith('/') || !/^[\x21-\x7e]+$/.test(wanted) || /^\/[/\\]|\\|%5c|%0[ad]/i.test(wanted))
    return '/';
  const address = new URL(wanted, 'http://pruta.invalid');
  // Dots that lead nowhere are gone by now: `/.//elsewhere` has become the name of another machine.
  const isOurs = address.host === 'pruta.invalid' && !address.pathname.startsWith('//');
  return isOurs ? `${address.pathname}${address.search}` : '/';
}
