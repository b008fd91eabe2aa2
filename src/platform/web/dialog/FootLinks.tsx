import type { ReactNode } from 'react'
import { NewTabButton } from '../ui/Button.tsx'

/** Links in the foot of a dialog, which stay in sight; the first one is the next step. */
export const FootLinks = ({
  label,
  links,
}: {
  /** The accessible name of the list. */
  label: string
  links: readonly { label: string; href: string; icon: ReactNode }[]
}) => (
  <ul aria-label={label} className="flex min-w-0 flex-1 flex-wrap gap-2 *:grid *:flex-1">
    {links.map(({ label: linkLabel, href, icon }, index) => (
      <li key={href}>
        <NewTabButton href={href} icon={icon} variant={index === 0 ? 'primary' : 'secondary'}>
          {linkLabel}
        </NewTabButton>
      </li>
    ))}
  </ul>
)
