/** A theme of a browser session, as it is stored in an account. */
export function themePreference(theme: 'light' | 'dark' | 'auto'): 'light' | 'dark' | 'system' {
  return theme === 'auto' ? 'system' : theme;
}
