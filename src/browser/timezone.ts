// Where a browser runs no scripts, the account begins with the server's time zone.
for (const field of document.querySelectorAll<HTMLInputElement>('[data-timezone]')) {
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
}
