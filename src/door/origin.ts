/** What a request says of where it comes from. */
export interface Provenance {
  origin: string | undefined;
  fetchSite: string | undefined;
  host: string | undefined;
}

/** `own`, `foreign`, or `silent` when the browser sent neither header (text browsers, command lines). */
export function provenanceOf(
  { origin, fetchSite, host }: Provenance,
  publicUrl: string,
): 'own' | 'foreign' | 'silent' {
  if (fetchSite !== undefined && fetchSite !== 'same-origin') return 'foreign';
  if (origin !== undefined) return isOwn(origin, host, publicUrl) ? 'own' : 'foreign';
  return fetchSite === undefined ? 'silent' : 'own';
}

// The address that people type may differ from the public one (127.0.0.1 for localhost): what the browser itself
// took for the host counts too, since no other site can make it send that.
function isOwn(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  return origin === new URL(publicUrl).origin || new URL(origin).host === host;
}
