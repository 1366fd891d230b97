/** Banks give no time of day: the time of what their files bring. */
export const UNTIMED = '12:00';
