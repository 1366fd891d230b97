import { useEffect, useState } from 'react';

/**
 * The latest value, held back while something is pressed: what changes the height of a form would move its buttons away
 * between the press and the release, and the click would be lost.
 */
export function useWhenReleased<Value>(value: Value): Value {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    // Looked at again and again: after a touch, the release comes first, the click later and its end last.
    let next = 0;
    const show = () => {
      if (document.querySelector(':active')) next = requestAnimationFrame(show);
      else setShown(value);
    };
    show();
    return () => cancelAnimationFrame(next);
  }, [value]);
  return shown;
}
