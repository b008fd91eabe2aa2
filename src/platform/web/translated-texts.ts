/**
 * Keeps the texts of a translated page up to date. A translating browser replaces each text node by a `<font>`, while
 * React continues to change its own node (docs/decisions/0069).
 */
export function watchTranslatedTexts(): void {
  const fonts = new WeakMap<Node, Element>()
  const texts = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const font = fonts.get(target)
      if (font && !target.isConnected) font.textContent = target.nodeValue
    }
  })
  const page = new MutationObserver((changes) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of changes)
      for (const text of removedNodes) {
        if (text.nodeType !== Node.TEXT_NODE) continue
        const font = [...addedNodes, previousSibling, nextSibling].find(isFont)
        if (!font) continue
        fonts.set(text, font)
        texts.observe(text, { characterData: true })
      }
  })
  page.observe(document.body, { childList: true, subtree: true })
}

const isFont = (node: Node | null): node is Element => node?.nodeName === 'FONT'
