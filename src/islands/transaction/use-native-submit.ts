import { type SubmitEvent, useEffect, useRef, useState } from 'react';

/**
 * Lets the browser send a form of a page, once. Nothing is stopped and sent again later: a submit that is right goes
 * its own way at once, so that none is lost however busy the machine is.
 */
export function useNativeSubmit() {
  const [sent, setSent] = useState(false);
  const left = useRef(false);

  // A page that comes back from the browser's memory may be sent again.
  useEffect(() => {
    const reset = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      left.current = false;
      setSent(false);
    };
    addEventListener('pageshow', reset);
    return () => removeEventListener('pageshow', reset);
  }, []);

  return {
    sent,
    /** Whether nothing is left to do here: the browser sends the form, or has done so already. */
    leaves(event: SubmitEvent<HTMLFormElement>, isRight: boolean): boolean {
      if (left.current) {
        event.preventDefault();
        return true;
      }
      if (!isRight) return false;
      left.current = true;
      // Only afterwards, so that the form is sent as it stands.
      setTimeout(() => setSent(true));
      return true;
    },
  };
}
