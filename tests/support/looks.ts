import type axeCore from 'axe-core';

declare const axe: typeof axeCore;

interface Examined {
  /** What axe found, to be shown. */
  faults: { id: string; help: string; html: string[] }[];
  /** The looks of the texts that passed. */
  looks: string[];
}

/**
 * Runs in a page: lets axe examine the colours of texts, except of those with a look that has passed before. A look is
 * everything that contrast follows from: colour, size and weight of the text, and the paint of all elements around or
 * across it. Links that nothing but their colour may distinguish are always examined.
 */
export async function examineNewLooks({
  parts,
  passed,
}: {
  parts: string[];
  passed: string[];
}): Promise<Examined> {
  const UNPAINTED = 'rgba(0, 0, 0, 0) none 1 none normal';
  const UNDECIDABLE = ['bgImage', 'bgGradient', 'bgOverlap', 'elmPartiallyObscured', 'elmPartiallyObscuring'];
  const known = new Set(passed);
  const paints = new Map<Element, string>();
  const painted: { element: Element; box: DOMRect }[] = [];
  const roots = parts.length > 0 ? document.querySelectorAll(parts.join()) : [document.body];

  /** The paint of an element and those around it. */
  function paintOf(element: Element | null): string {
    if (!element) return '';
    let paint = paints.get(element);
    if (paint === undefined) {
      const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element);
      const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join(' ');
      paint = `${paintOf(element.parentElement)}${own === UNPAINTED ? '' : `${own};`}`;
      paints.set(element, paint);
    }
    return paint;
  }

  function lookOf(element: Element): string {
    const { color, fontSize, fontWeight, textShadow, webkitTextStroke } = getComputedStyle(element);
    const own = [color, fontSize, fontWeight, textShadow, webkitTextStroke, paintOf(element)];
    return [...own, ...paintsAcross(element)].join('|');
  }

  // Of elements that are neither around nor within this one, in the order of the page.
  function paintsAcross(element: Element): string[] {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const across = painted.filter(
      ({ element: other, box }) =>
        box.left < right &&
        box.right > left &&
        box.top < bottom &&
        box.bottom > top &&
        !other.contains(element) &&
        !element.contains(other),
    );
    return across.map(({ element: other }) => {
      const { position, zIndex } = getComputedStyle(other);
      return [
        element.compareDocumentPosition(other) & 4 ? 'after' : 'before',
        position,
        zIndex,
        paintOf(other),
      ].join(' ');
    });
  }

  // What is only read out is clipped away.
  function isSeen(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect();
    const isClipped = getComputedStyle(element).clipPath === 'inset(50%)';
    return width > 1 && height > 1 && !isClipped && element.checkVisibility();
  }

  function hasText(element: Element): boolean {
    if (element.matches('input, select, textarea')) return true;
    return [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
  }

  // A link that only its colour may distinguish from the text around it.
  function isLinkByColour(element: Element): boolean {
    const link = element.closest('a, [role=link]');
    if (!link) return false;
    const { display, textDecorationLine } = getComputedStyle(link);
    if (display !== 'inline' || textDecorationLine !== 'none') return false;
    let block = link.parentElement;
    while (block && getComputedStyle(block).display === 'inline') block = block.parentElement;
    return block?.textContent?.trim() !== link.textContent?.trim();
  }

  for (const element of document.body.querySelectorAll('*')) {
    const isPainted = paintOf(element) !== paintOf(element.parentElement);
    if (isPainted && isSeen(element)) painted.push({ element, box: element.getBoundingClientRect() });
  }
  const examined = [...roots]
    .flatMap((root) => [root, ...root.querySelectorAll('*')])
    .filter((element) => hasText(element) && isSeen(element))
    .filter((element) => !known.has(lookOf(element)) || isLinkByColour(element));
  if (examined.length === 0) return { faults: [], looks: [] };
  const { violations, passes, incomplete } = await axe.run(
    { include: examined },
    {
      runOnly: ['color-contrast', 'link-in-text-block'],
      resultTypes: ['violations', 'passes', 'incomplete'],
      elementRef: true,
      selectors: false,
    },
  );
  const nodesOf = (results: axeCore.Result[]) =>
    results.filter(({ id }) => id === 'color-contrast').flatMap(({ nodes }) => nodes);
  // Axe decides nothing about these, however often it is asked.
  const undecidable = nodesOf(incomplete).filter(({ any }) => UNDECIDABLE.includes(any[0]?.data?.messageKey));
  return {
    faults: violations.map(({ id, help, nodes }) => ({ id, help, html: nodes.map(({ html }) => html) })),
    looks: [...nodesOf(passes), ...undecidable].flatMap(({ element }) => (element ? [lookOf(element)] : [])),
  };
}
