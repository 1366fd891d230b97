export interface DisplayValues {
  fontSize: string | undefined;
  theme: string | undefined;
  highContrast: boolean;
  reducedMotion: boolean;
  screenReader: boolean;
  announcements: boolean;
  focusVisible: boolean;
}

/** The attributes of the root element for the display settings. Saving battery implies reduced motion. */
export function displayAttributes(values: DisplayValues, performance: string | undefined) {
  const isStill = values.reducedMotion || performance === 'battery';
  return {
    'data-theme': values.theme,
    'data-contrast': values.highContrast ? 'high' : undefined,
    'data-fs': values.fontSize === 'medium' ? undefined : values.fontSize,
    'data-motion': isStill ? 'reduced' : undefined,
    'data-focus': values.focusVisible ? undefined : 'browser',
    'data-reader': values.screenReader ? 'on' : undefined,
    'data-announcements': values.announcements ? undefined : 'off',
  };
}
