import { ArrowLeft, Check, Hammer } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '#platform/web/Button.tsx'
import { CentredCard } from '#platform/web/CentredCard.tsx'
import { Page } from '#platform/web/Page.tsx'
import { portal } from '#platform/web/portal.ts'
import type { MemberRole } from '#shared/roles.ts'

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

/** The application for membership while its form is still open (/apply/oem, /apply/vendor). */
export function ComingApplicationScreen({ type }: { type: MemberRole }) {
  const papers =
    type === 'oem'
      ? 'Certificate of incorporation, PAN card and photos of the machinery'
      : 'The materials and services you supply'
  return (
    <CentredCard title={`Apply for ${portal.association_short_name} Membership`}>
      <p className="text-ink-soft">
        The application form opens here soon. Have these ready to fill it in within ten minutes:
      </p>
      <Points
        points={[
          'Your name, company, WhatsApp number and website',
          'Office, factory and postal address',
          papers,
          'A photo of yourself',
        ]}
      />
      <ButtonLink href="/login" size="lg" icon={<ArrowLeft aria-hidden="true" />}>
        Back to Login
      </ButtonLink>
    </CentredCard>
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
