import { useEffect, useRef } from 'react';

/** One point or part in words. */
export interface ReadoutContent {
  name: string;
  href?: string | null | undefined;
  items: { name: string; text: string; change?: string | undefined }[];
}

interface ReadoutProperties {
  content: ReadoutContent;
  change: string;
  /** The text of the link. */
  link: string;
  /** Whether more is said once a band is chosen: a line is kept for it on phones. */
  isLonger: boolean;
  leave: () => void;
}

export function Readout({
  content: { name, href, items },
  change: changeName,
  link,
  isLonger,
  leave,
}: ReadoutProperties) {
  const root = useRef<HTMLParagraphElement>(null);
  const width = useRef(0);
  // As high as the highest so far, so that the page below stays where it is from point to point.
  useEffect(() => {
    const { current: element } = root;
    if (!element?.offsetHeight) return;
    if (element.offsetWidth !== width.current) element.style.minHeight = '';
    width.current = element.offsetWidth;
    element.style.minHeight = `${element.offsetHeight}px`;
  });
  return (
    <p className={isLonger ? 'chart-values chart-values-longer' : 'chart-values'} ref={root}>
      <strong>
        <bdi>{name}</bdi>
      </strong>{' '}
      {items.map(({ name, text, change }) => (
        <span key={name}>
          {/* White space at the edge of the box would be dropped. */}
          {name} <bdi>{text}</bdi>{' '}
          {change && (
            <span className="muted small inline-block max-w-full">
              <span className="visually-hidden">{changeName} </span>(<bdi>{change}</bdi>)
            </span>
          )}{' '}
        </span>
      ))}
      {href && (
        <a href={href} onClick={leave}>
          {link}
        </a>
      )}
    </p>
  );
}
