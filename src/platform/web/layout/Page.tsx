import '../print/print.css'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { classNames } from '../ui/class-names.ts'
import { useScreenHeading } from './screen-heading.tsx'

interface PageProps {
  /** The h1 and the title of the browser tab. */
  title: string
  subtitle?: ReactNode
  /** The screen that this one is a part of; on a phone an arrow beside the heading. */
  back?: { href: string; label: string } | undefined
  /** Buttons at the right: at most two with a rim and one solid. */
  actions?: ReactNode
  children: ReactNode
}

/** The frame of every signed-in screen. Render it during loading too: its heading takes the focus. */
export function Page({ title, subtitle, back, actions, children }: PageProps) {
  const heading = useScreenHeading({ title }, 'text-xl max-sm:text-lg')
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-4 max-sm:gap-2">
      <div className="-mb-4 flex min-h-16 flex-wrap items-center gap-x-3 gap-y-2 py-3 max-sm:-mb-2 max-sm:min-h-11.5 max-sm:items-start max-sm:pt-2 max-sm:pb-px">
        <div
          className={classNames(
            'flex min-w-0 flex-wrap items-baseline gap-x-3 max-sm:min-h-11 max-sm:content-center max-sm:items-center',
            typeof subtitle === 'object' && 'sm:flex-1',
          )}
        >
          {back && <BackLink {...back} />}
          {heading}
          {subtitle && (
            <div
              className={classNames(
                'min-w-0 text-sm text-ink-soft',
                typeof subtitle === 'string' && 'max-sm:sr-only',
              )}
            >
              {subtitle}
            </div>
          )}
        </div>
        {actions && (
          // On a phone they may wrap to a separate line, which needs space below.
          <div className="ml-auto flex flex-wrap items-center justify-end gap-1.5 flush-end max-sm:mb-2.75 max-sm:grow">
            {actions}
          </div>
        )}
      </div>
      {children}
    </div>
  )
}

const BackLink = ({ href, label }: { href: string; label: string }) => (
  <Link
    href={href}
    className="-my-1 flex min-h-7 items-center print:hidden gap-1 rounded-sm text-sm text-ink-soft max-sm:-mx-3 max-sm:size-11 max-sm:shrink-0 max-sm:justify-center max-sm:self-center sm:basis-full touch:min-h-11 hover:text-ink"
  >
    <ArrowLeft aria-hidden="true" className="size-4 max-sm:size-5" />
    <span className="max-sm:sr-only">{label}</span>
  </Link>
)
