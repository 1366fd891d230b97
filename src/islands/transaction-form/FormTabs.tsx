import { Fragment, type MouseEvent } from 'react';
import { useTranslate } from '../hooks.ts';

export type Kind = 'once' | 'recurring';

interface TabsProperties {
  current: Kind;
  /** An existing transaction cannot switch. */
  locked?: boolean | undefined;
  /** Switches without leaving the page; without it the tabs are links. */
  onSwitch?: ((kind: Kind) => void) | undefined;
}

/** The tabs above the form, one-time and recurring; text browsers need the spaces between them. */
export function FormTabs({ current, locked, onSwitch }: TabsProperties) {
  const t = useTranslate();
  if (locked) return <LockedTabs current={current} />;
  const open = (kind: Kind) => (event: MouseEvent) => {
    if (!onSwitch) return;
    event.preventDefault();
    if (kind !== current) onSwitch(kind);
  };
  return (
    <nav className="tabs" aria-label={t('transactions:kind.label')}>
      {KINDS.map((kind) => (
        <Fragment key={kind}>
          <a href={PAGES[kind]} aria-current={kind === current ? 'page' : undefined} onClick={open(kind)}>
            {t(`transactions:kind.${kind}`)}
          </a>{' '}
        </Fragment>
      ))}
    </nav>
  );
}

function LockedTabs({ current }: { current: Kind }) {
  const t = useTranslate();
  return (
    <p className="tabs">
      {KINDS.map((kind) => (
        <Fragment key={kind}>
          {kind === current ? (
            <strong className="tab tab-current">{t(`transactions:kind.${kind}`)}</strong>
          ) : (
            <span className="tab">
              {t(`transactions:kind.${kind}`)}{' '}
              <span className="visually-hidden">{t('transactions:kind.locked')}</span>
            </span>
          )}{' '}
        </Fragment>
      ))}
    </p>
  );
}

const KINDS: Kind[] = ['once', 'recurring'];

const PAGES = { once: '/transactions/new', recurring: '/recurring/new' };
