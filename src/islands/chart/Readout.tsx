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
  leave: () => void;
}

export function Readout({
  content: { name, href, items },
  change: changeName,
  link,
  leave,
}: ReadoutProperties) {
  return (
    <p className="chart-values">
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
