import { Component, type ReactNode } from 'react'
import { Button } from './Button.tsx'

interface ErrorBoundaryProps {
  /** A new value, such as the address, gives the screen a new chance. */
  place: string
  /** What stands in for a part that broke; without it, words for a whole screen. */
  fallback?: ReactNode
  children: ReactNode
}

/** Keeps a screen that broke, or whose code did not arrive, from taking the portal with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (before.place !== this.props.place && this.state.broken) this.setState({ broken: false })
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return this.props.fallback ?? <BrokenScreen />
  }
}

function BrokenScreen() {
  return (
    <div role="alert" className="m-auto grid max-w-md justify-items-center gap-3 p-8 text-center">
      <p className="text-lg font-semibold">This screen could not be shown</p>
      <p className="text-ink-soft">
        The connection may have been lost, or the portal has just been renewed. Loading the page
        again usually helps.
      </p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Load again
      </Button>
    </div>
  )
}
