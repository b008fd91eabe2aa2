/**
 * The Back button closes what lies over the screen. Each such modal stands for one entry
 * of the history; entries and modals are made to agree a moment after either of them changed.
 */
const open: { close: () => void }[] = []

/** How many modals the present entry of the history stands for. */
function mark(): number {
  const { modals } = (history.state ?? {}) as { modals?: unknown }
  return typeof modals === 'number' ? modals : 0
}

/** True while an entry is being left that no modal stands for any more. */
let isReturning = false

function agree() {
  if (isReturning) return
  for (let depth = mark() + 1; depth <= open.length; depth += 1)
    history.pushState({ ...history.state, modals: depth }, '')
  if (mark() <= open.length) return
  isReturning = true
  history.go(open.length - mark())
}

const agreeSoon = () => setTimeout(agree)

window.addEventListener('popstate', () => {
  // Not a person's Back: what has been opened meanwhile stays.
  if (isReturning) isReturning = false
  else if (mark() < open.length) open.at(-1)?.close()
  agreeSoon()
})

/** From now on Back asks this modal to close; call the answer when it has closed. */
export function closeOnBack(close: () => void): () => void {
  const modal = { close }
  open.push(modal)
  agreeSoon()
  return () => {
    open.splice(open.indexOf(modal), 1)
    agreeSoon()
  }
}
