import { useEffect, useRef, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { readSentNote } from '#features/applications/web/apply/sent-note.ts'
import type { LinkType } from '#features/sign-in/rules.ts'
import { LoginOptions } from '#features/sign-in/web/LoginOptions.tsx'
import { pendingLink } from '#features/sign-in/web/pending-link.ts'
import { isVisitorPage, takeVisitorHint } from '#platform/web/api/portal-info.ts'
import { onSessionEvent } from '#platform/web/state/session-channel.ts'
import { ErrorBoundary } from '#platform/web/ui/loading/ErrorBoundary.tsx'
import { usePreload } from '#platform/web/ui/loading/lazy-part.tsx'
import { lazyScreen } from './lazy-screen.tsx'

const App = lazyScreen(() => import('./App.tsx'))
const laterParts = [App]

/**
 * Shows a visitor the login options without the code that loads data. Everything else, and everything
 * after the first choice, is in `App`.
 */
export function Start() {
  const [location, navigate] = useLocation()
  const hasType = useLocationProperty(hasTypeParam)
  const [isFirstView, setFirstView] = useState(
    () => isVisitorPage() && !readSentNote() && !pendingLink(),
  )
  const path = location.replace(/\/+$/, '')
  const isLogin = path === '/login' && !hasType
  const isStarted = !isFirstView || !(isLogin || path === '')
  useEffect(() => {
    if (isStarted) setFirstView(false)
  }, [isStarted])

  if (isStarted)
    return (
      <ErrorBoundary resetKey={path}>
        <App />
      </ErrorBoundary>
    )
  if (path === '') return <Redirect to="/login" replace />
  return <FirstView onSessionChange={() => setFirstView(false)} navigate={navigate} />
}

/** Not the query itself, which would render all of the portal again with each letter of a search. */
const hasTypeParam = (): boolean => new URLSearchParams(window.location.search).has('as')

/** The options stay on screen until the code of the next view is loaded. */
function FirstView({
  onSessionChange,
  navigate,
}: {
  onSessionChange: () => void
  navigate: (path: string) => void
}) {
  usePreload(laterParts)
  useEffect(() => {
    onSessionEvent(() => {
      takeVisitorHint()
      onSessionChange()
    })
  }, [onSessionChange])
  const isOpening = useRef(false)
  function open(type: LinkType) {
    if (isOpening.current) return
    isOpening.current = true
    const next = () => navigate(`/login?as=${type}`)
    App.preload().then(next, next)
  }
  return <LoginOptions onChoose={open} />
}
