import { useEffect, useRef } from 'react';
import { type Drawing, type Drawn, draw } from './drawing.ts';

interface LiveProperties extends Drawn {
  root: HTMLElement;
  at: number;
  /** The chosen one of stacked series, by its place among what is drawn. */
  band: number | undefined;
  /** Called once the server's drawing is no longer needed. */
  onDrawn: () => void;
}

/** The drawing that answers, in the place of the server's and inside its axes. */
export function LiveDrawing({ root, at, band, series, scale, onDrawn }: LiveProperties) {
  const drawing = useRef<Drawing>(null);
  const marked = useRef([at, band] as const);
  const drawn = JSON.stringify([series, scale]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` is the same as what is drawn.
  useEffect(() => {
    const frame = root.querySelector('.plot-frame');
    if (!frame || series.length === 0) return;
    const plot = document.createElement('div');
    plot.className = 'plot-live';
    plot.dataset.chart = '';
    frame.firstElementChild?.after(plot);
    const mark = () => drawing.current?.mark(...marked.current);
    const show = () => {
      if (drawing.current || plot.clientWidth === 0) return;
      drawing.current = draw(plot, { series, scale });
      mark();
      onDrawn();
    };
    const observer = new ResizeObserver(show);
    // The library redraws when the width changes.
    plot.addEventListener('drawn', mark);
    observer.observe(plot);
    show();
    return () => {
      observer.disconnect();
      drawing.current?.destroy();
      drawing.current = null;
      plot.remove();
    };
  }, [drawn, root]);

  useEffect(() => {
    marked.current = [at, band];
    drawing.current?.mark(at, band);
  }, [at, band]);

  return null;
}
