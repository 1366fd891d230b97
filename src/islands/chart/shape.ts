/** A shape of SVG; numbers are pixels. */
export function shape(
  name: 'rect' | 'circle' | 'polyline',
  attributes: Record<string, string | number>,
): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
