/**
 * A browser that translates a page replaces each text node by `<font><font>text</font></font>`. React then
 * crashes when it removes a text node, or inserts something before one, because the node is no longer there.
 * This reports both as an error in pages that are not translated. Texts beside elements that come and go
 * need an element of their own.
 */
export function refuseLooseText(): void {
  const { insertBefore, removeChild } = Node.prototype
  const check = (parent: Node, node: Node | null) => {
    if (node?.nodeType !== Node.TEXT_NODE || !node.nodeValue?.trim()) return
    const { outerHTML } = parent as Element
    throw new DOMException(
      `The text "${node.nodeValue}" needs an element of its own in ${outerHTML}`,
      'NotFoundError',
    )
  }
  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    node: T,
    next: Node | null,
  ): T {
    check(this, next)
    return insertBefore.call(this, node, next) as T
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    check(this, child)
    return removeChild.call(this, child) as T
  }
}
