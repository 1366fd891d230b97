import { Fragment, type MouseEvent } from 'react';
import type { Kind } from '../form/form-properties.ts';
import { useFormContext } from '../form/island-form.tsx';

const PAGES = { once: '/transactions/new', recurring: '/recurring/new' };
const KINDS = Object.keys(PAGES) as Kind[];

/** One-time and recurring: links, except in a dialog. Text browsers need the spaces between them. */
export function FormTabs({ current }: { current: Kind }) {
  const { t, mode, onSwitch } = useFormContext();
  // What is there already stays of its kind.
  if (mode === 'edit') return null;
  const open = (kind: Kind) => (event: MouseEvent) => {
    if (!onSwitch) return;
    event.preventDefault();
    if (kind !== current) onSwitch(kind);
  };
  const tabs = KINDS.map((kind) => {
    const name = t(`transactions:kind.${kind}`);
    return (
      <Fragment key={kind}>
        <a href={PAGES[kind]} aria-current={kind === current ? 'page' : undefined} onClick={open(kind)}>
          {name}
        </a>{' '}
      </Fragment>
    );
  });
  return (
    <nav className="tabs flex-wrap" aria-label={t('transactions:kind.label')}>
      {tabs}
    </nav>
  );
}
