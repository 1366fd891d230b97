import { type RefObject, useEffect, useRef } from 'react';
import { type Drawing, type Drawn, draw } from './drawing.ts';
import { drawStrip, type Strip } from './strip.ts';

/** What is drawn: lines and bars over an axis, or the parts of a whole beside each other. */
export type Shown =
  | ({ kind: 'axis' } & Omit<Drawn, 'isMirrored'>)
  | { kind: 'strip'; parts: { size: number; color: string }[]; rest: number };

interface PanelProperties {
  shown: Shown;
  /** The point that is marked. */
  at: number;
  /** Where the drawing is kept. */
  drawing: RefObject<Drawing | Strip | null>;
}

function drawInto(element: HTMLElement, shown: Shown): Drawing | Strip {
  const isMirrored = document.dir === 'rtl';
  return shown.kind === 'strip'
    ? drawStrip(element, { ...shown, isMirrored })
    : draw(element, { ...shown, isMirrored });
}

/** A drawing, made once it comes into view, and again whenever something else is to be drawn. */
export function Panel({ shown, at, drawing }: PanelProperties) {
  const place = useRef<HTMLDivElement>(null);
  const marked = useRef(at);
  const drawn = JSON.stringify(shown);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` is the same as what is shown.
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const show = () => {
      if (drawing.current || element.clientWidth === 0) return;
      drawing.current = drawInto(element, shown);
      drawing.current.mark(marked.current);
    };
    const mark = () => drawing.current?.mark(marked.current);
    // The library draws anew when the width changes.
    element.addEventListener('drawn', mark);
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) show();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      element.removeEventListener('drawn', mark);
      drawing.current?.destroy();
      drawing.current = null;
    };
  }, [drawn]);

  useEffect(() => {
    marked.current = at;
    drawing.current?.mark(at);
  }, [at, drawing]);

  const className = shown.kind === 'strip' ? 'chart-place chart-strip' : 'chart-place';
  return <div ref={place} className={className} dir="ltr" aria-hidden="true" data-chart />;
}
