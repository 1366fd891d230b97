import type { GuideProperties } from '../../stores/setup-guide.ts';
import { type Mount, takeOver } from '../take-over.tsx';
import { SetupGuide } from './SetupGuide.tsx';

export const mount: Mount<GuideProperties> = (element, properties, dialog) =>
  takeOver(element, <SetupGuide start={properties} dialog={dialog} />, dialog);
