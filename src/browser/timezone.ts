const field = document.querySelector<HTMLInputElement>('[data-timezone]');

// Where a browser runs no scripts, the account begins with the server's time zone.
if (field) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
