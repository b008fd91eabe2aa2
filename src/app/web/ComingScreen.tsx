import { Check, Hammer } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '#platform/web/Button.tsx'
import { Page } from '#platform/web/Page.tsx'

interface ComingProps {
  title: string
  /** What the screen is for, in one sentence. */
  words: string
  /** What people will do there. */
  points: readonly string[]
  /** Where to go from here. */
  way: { href: string; label: string }
}

/** A screen of the plan whose work is still open: says what it will do, and the way back. */
export function ComingScreen({ title, words, points, way }: ComingProps) {
  return (
    <Page title={title} subtitle={words}>
      <ComingWork points={points}>
        <ButtonLink href={way.href}>{way.label}</ButtonLink>
      </ComingWork>
    </Page>
  )
}

/** The same as part of a screen, such as a tab. */
export function ComingWork({
  points,
  children,
}: {
  points: readonly string[]
  children?: ReactNode
}) {
  return (
    <div className="max-w-2xl overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      <div aria-hidden="true" className="ply-edge h-1.5" />
      <div className="grid gap-5 p-6 sm:p-8">
        <div className="flex items-start gap-4">
          <span className="grid size-11 shrink-0 place-items-center rounded-md bg-accent-soft text-accent-text">
            <Hammer aria-hidden="true" className="size-5" />
          </span>
          <div>
            <h2 className="text-lg">On the workbench</h2>
            <p className="text-sm text-ink-soft">
              This part of the portal is not open yet. Here is what you will do with it.
            </p>
          </div>
        </div>
        <Points points={points} />
        {children && <div>{children}</div>}
      </div>
    </div>
  )
}

function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className="grid gap-2 text-sm">
      {points.map((point) => (
        <li key={point} className="flex items-start gap-2.5">
          <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent-text" />
          {point}
        </li>
      ))}
    </ul>
  )
}
