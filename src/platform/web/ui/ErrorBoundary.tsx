import { Component, type ReactNode } from 'react'
import { Button } from './Button.tsx'

interface ErrorBoundaryProps {
  /** A change of this value, such as the path, clears the error. */
  resetKey: string
  /** Shown instead of the children after an error; by default a message for a full screen. */
  fallback?: ReactNode
  children: ReactNode
}

/** Catches errors of a screen, including code that could not be loaded. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasError: boolean }> {
  override state = { hasError: false }

  static getDerivedStateFromError() {
    return { hasError: true }
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (before.resetKey !== this.props.resetKey && this.state.hasError)
      this.setState({ hasError: false })
  }

  override render() {
    if (!this.state.hasError) return this.props.children
    return this.props.fallback ?? <ErrorScreen />
  }
}

function ErrorScreen() {
  return (
    <div role="alert" className="m-auto grid max-w-md justify-items-center gap-3 p-8 text-center">
      <p className="text-lg font-semibold">Couldn't open this page</p>
      <p className="text-ink-soft">
        Check your internet connection, then reload the page. If the portal was just updated,
        reloading opens the new version.
      </p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Reload page
      </Button>
    </div>
  )
}
