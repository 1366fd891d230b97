import { createContext, useContext } from 'react';
import type { Say } from './speaker.ts';

export { type Say, speaker } from './speaker.ts';

export const SayContext = createContext<Say>((key) => key);

/** The speaker of the form or dialog around a component. */
export function useSay(): Say {
  return useContext(SayContext);
}
