import { useEffect, useState } from 'react';

const RELEASES = ['pointerup', 'pointercancel', 'keyup'];

/**
 * The latest value, held back while something is pressed: what changes the height of a form would move its buttons away
 * between the press and the release, and the click would be lost.
 */
export function useWhenReleased<Value>(value: Value): Value {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    if (!document.querySelector(':active')) return setShown(value);
    // The click comes after the release, and counts first.
    const show = () => setTimeout(setShown, 0, value);
    for (const release of RELEASES) document.addEventListener(release, show);
    return () => {
      for (const release of RELEASES) document.removeEventListener(release, show);
    };
  }, [value]);
  return shown;
}
