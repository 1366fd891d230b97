import type { GuideProperties } from '../../stores/setup-guide.ts';
import { type Mount, takeOver } from '../take-over.tsx';
import { SetupGuide } from './SetupGuide.tsx';

export const mount: Mount<GuideProperties> = (place, properties, dialog) =>
  takeOver(place, <SetupGuide start={properties} dialog={dialog} />, dialog);
