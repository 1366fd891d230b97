/** Most pages have no date fields. */
export function loadCalendars(page: ParentNode): void {
  if (page.querySelector('[data-calendar]'))
    import('./calendar.ts').then(
      ({ showCalendars }) => showCalendars(page),
      () => undefined,
    );
}
