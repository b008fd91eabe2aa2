import { Component, type ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { isNotLoaded } from './lazy-component.tsx'

interface ErrorBoundaryProps {
  /** A change of this value, such as the path, clears the error. */
  resetKey: string
  /** Shown instead of the children after an error; by default a message for a full screen. */
  fallback?: ReactNode
  children: ReactNode
}

/** Catches errors of a screen, including code that could not be loaded. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error() }
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (before.resetKey !== this.props.resetKey && this.state.error)
      this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return this.props.fallback ?? <ErrorScreen error={error} />
  }
}

function ErrorScreen({ error }: { error: unknown }) {
  return (
    <div role="alert" className="m-auto grid max-w-md justify-items-center gap-3 p-8 text-center">
      <p className="text-lg font-semibold">Couldn't open this page</p>
      <p className="text-ink-soft">{adviceFor(error)}</p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Reload page
      </Button>
    </div>
  )
}

function adviceFor(error: unknown): string {
  // start.js detects old browsers; a syntax error in the code also means that the browser is too old.
  if (document.documentElement.hasAttribute('data-old-browser') || error instanceof SyntaxError)
    return `This browser is too old for this page. ${browsersNeeded}`
  if (isNotLoaded(error))
    return 'Check your internet connection, then reload the page. If the portal was just updated, reloading opens the new version.'
  return 'Something went wrong. Reload the page. If it happens again, please tell the association.'
}

const browsersNeeded =
  'The portal needs a browser from 2023 or newer: Safari 16.4, Chrome 109 or Firefox 115.'
