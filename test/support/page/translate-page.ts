/**
 * Does to a page what the translation of a browser does, without changing the words: replaces each text
 * node, and those that are added later, by `<font><font>text</font></font>`. Runs in the page, before its
 * scripts.
 */
export function translatePage(): void {
  const untouched = 'script, style, textarea, svg, font, [translate="no"], .notranslate'

  function translate(text: Text) {
    if (!text.data.trim() || !text.isConnected || text.parentElement?.closest(untouched)) return
    const inner = document.createElement('font')
    inner.textContent = text.data
    const outer = document.createElement('font')
    outer.append(inner)
    text.replaceWith(outer)
  }

  function textsIn(root: Node): Text[] {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts = root instanceof Text ? [root] : []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    return texts
  }

  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) for (const text of textsIn(node)) translate(text)
  }).observe(document, { childList: true, subtree: true })
}
