/**
 * Makes the Back button close modals. Each modal owns one history entry. Entries and modals are
 * synchronised in a task after either of them changed.
 */
const modals: { close: () => void }[] = []

/** The number of modals that the current history entry stands for. */
function modalsInEntry(): number {
  const { modals: count } = (history.state ?? {}) as { modals?: unknown }
  return typeof count === 'number' ? count : 0
}

/** True while history.go leaves entries whose modals have closed. */
let isLeavingEntries = false

function syncHistory() {
  if (isLeavingEntries) return
  for (let depth = modalsInEntry() + 1; depth <= modals.length; depth += 1)
    history.pushState({ ...history.state, modals: depth }, '')
  if (modalsInEntry() <= modals.length) return
  isLeavingEntries = true
  history.go(modals.length - modalsInEntry())
}

const scheduleSync = () => setTimeout(syncHistory)

window.addEventListener('popstate', () => {
  // Caused by history.go above, not by the person: modals opened in the meantime stay open.
  if (isLeavingEntries) isLeavingEntries = false
  else if (modalsInEntry() < modals.length) modals.at(-1)?.close()
  scheduleSync()
})

/** Calls `close` on Back. Call the returned function when the modal has closed. */
export function closeOnBack(close: () => void): () => void {
  const modal = { close }
  modals.push(modal)
  scheduleSync()
  return () => {
    modals.splice(modals.indexOf(modal), 1)
    scheduleSync()
  }
}
