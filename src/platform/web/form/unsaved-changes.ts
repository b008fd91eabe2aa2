/** Forms with changes that leaving their screen would lose, and the question before it is left. */
import { useEffect, useSyncExternalStore } from 'react'
import { closeOnBack } from '../dialog/close-on-back.ts'

type Navigate = (to: string, options?: { replace?: boolean }) => void

let unsavedForms = 0
/** Continues leaving the screen; undefined while no question is open. */
let leave: (() => void) | undefined
const listeners = new Set<() => void>()

function ask(answer: (() => void) | undefined) {
  leave = answer
  for (const listener of listeners) listener()
}

/** Asks before the screen is left while `isUnsaved`: by a link, by Back, or by closing the window. */
export function useUnsavedChanges(isUnsaved: boolean) {
  useEffect(() => {
    if (!isUnsaved) return undefined
    unsavedForms += 1
    const keepBack = closeOnBack(() =>
      ask(() => {
        stop()
        // Called after the history entry of the question was left.
        setTimeout(() => history.back())
      }),
    )
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    let isStopped = false
    const stop = () => {
      if (isStopped) return
      isStopped = true
      unsavedForms -= 1
      keepBack()
      window.removeEventListener('beforeunload', warn)
    }
    return stop
  }, [isUnsaved])
}

/** For the router: what replaces an entry, such as a filter or the end of a session, is not asked about. */
export function guardNavigation(navigate: Navigate, to: string, options?: Parameters<Navigate>[1]) {
  if (unsavedForms === 0 || options?.replace) navigate(to, options)
  else ask(() => navigate(to, options))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The question that is open: how to leave and how to stay. */
export function useLeaveQuestion() {
  const answer = useSyncExternalStore(subscribe, () => leave)
  return (
    answer && {
      leave: () => {
        ask(undefined)
        answer()
      },
      stay: () => ask(undefined),
    }
  )
}
