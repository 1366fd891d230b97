import { type Mount, takeOver } from '../take-over.tsx';
import { type DisplayProperties, DisplaySettings } from './DisplaySettings.tsx';

export const mount: Mount<DisplayProperties> = (element, properties, dialog) =>
  takeOver(element, <DisplaySettings {...properties} dialog={dialog} />, dialog);
