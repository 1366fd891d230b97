import { type RefObject, useEffect, useRef } from 'react';
import { type Drawing, type DrawnSeries, draw } from './drawing.ts';

interface PanelProperties {
  labels: string[];
  series: DrawnSeries[];
  /** Pixels. */
  height: number;
  /** The point that is marked. */
  at: number;
  /** Where the drawing is kept. */
  drawing: RefObject<Drawing | null>;
}

/** A drawing, made once it comes into view, and again whenever something else is to be drawn. */
export function Panel({ labels, series, height, at, drawing }: PanelProperties) {
  const place = useRef<HTMLDivElement>(null);
  const marked = useRef(at);
  const drawn = JSON.stringify([labels, series]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` is the same as labels and series.
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const show = () => {
      if (drawing.current || element.clientWidth === 0) return;
      drawing.current = draw(element, { labels, series, height, isMirrored: document.dir === 'rtl' });
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

  return <div ref={place} className="chart-place" dir="ltr" aria-hidden="true" data-chart />;
}
