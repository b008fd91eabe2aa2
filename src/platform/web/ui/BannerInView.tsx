import { type ComponentProps, useEffect, useRef } from 'react'
import { Banner } from './Banner.tsx'

/** A banner that scrolls into view when it appears, and again whenever `cause` changes. */
export function BannerInView({
  cause,
  ...props
}: ComponentProps<typeof Banner> & { cause?: unknown }) {
  const container = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies(cause): a new cause scrolls again
  useEffect(() => {
    // In braces: newer browsers return a promise, which an effect must not return.
    container.current?.scrollIntoView({ block: 'nearest' })
  }, [cause])
  return (
    <div ref={container}>
      <Banner {...props} />
    </div>
  )
}
