/** Whether something outside has taken the focus while a popup faded out; it keeps it. */
export function hasFocusMoved(popup: Element | null): boolean {
  const { activeElement, body } = document;
  return activeElement !== null && activeElement !== body && popup?.contains(activeElement) !== true;
}
