/** Page translators replace text nodes by elements. React still writes to its text nodes, and removes them from parents
 * that no longer contain them. A node returns to its place when it is written to or moved. The translator takes it for
 * new text and translates that. */

/** The element that replaces a text node. */
const stands = new WeakMap<Node, Element>();

export function tolerateTranslators(): void {
  new MutationObserver((records) => {
    for (const { removedNodes, addedNodes } of records) {
      const [by] = addedNodes;
      if (by instanceof Element)
        for (const node of removedNodes) if (node instanceof Text && !node.isConnected) keep(node, by);
    }
  }).observe(document.documentElement, { childList: true, subtree: true });
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    return comesBack(this, child) ? (removeChild.call(this, child) as T) : child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    const place = before === null || comesBack(this, before) ? before : null;
    return insertBefore.call(this, node, place) as T;
  };
}

function keep(node: Text, by: Element): void {
  stands.set(node, by);
  Object.defineProperty(node, "nodeValue", {
    configurable: true,
    get: () => node.data,
    set: (text: string) => {
      comeBack(node);
      node.data = text;
    },
  });
}

/** True if the child is in the parent. A child elsewhere is an error of this page, which must throw. */
function comesBack(parent: Node, child: Node): boolean {
  if (child.parentNode === parent || !stands.has(child)) return true;
  comeBack(child);
  return child.parentNode === parent;
}

function comeBack(node: Node): void {
  const by = stands.get(node);
  stands.delete(node);
  Reflect.deleteProperty(node, "nodeValue");
  // A translator wraps more than once.
  if (by?.isConnected === true) by.replaceWith(node);
}
