/** The id of the person for whom this page was made; empty for a guest's page. */
export function viewerOfPage(): string {
  return document.body.dataset.session?.split(' ')[0] ?? '';
}
