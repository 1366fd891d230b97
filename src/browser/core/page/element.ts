export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...content);
  return created;
}

export function smallButton(text: string, onclick: () => void): HTMLButtonElement {
  return element('button', { type: 'button', className: 'button button-small', onclick }, text);
}

export function closeButton(name: string | undefined, onclick: () => void): HTMLButtonElement {
  const ariaLabel = name ?? '';
  return element('button', { type: 'button', className: 'button button-icon', ariaLabel, onclick }, '×');
}
