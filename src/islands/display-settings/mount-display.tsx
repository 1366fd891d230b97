import { type Mount, takeOver } from '../take-over.tsx';
import { type DisplayProperties, DisplaySettings } from './DisplaySettings.tsx';

export const mount: Mount<DisplayProperties> = (place, properties, dialog) =>
  takeOver(place, <DisplaySettings {...properties} dialog={dialog} />, dialog);
