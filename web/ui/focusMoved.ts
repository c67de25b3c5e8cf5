/** True if an outside element has taken the focus while a popup faded out. That element keeps it. */
export function hasFocusMoved(popup: Element | null): boolean {
  const { activeElement, body } = document;
  return activeElement !== null && activeElement !== body && popup?.contains(activeElement) !== true;
}
