import type { MouseEvent, ReactNode } from 'react'
import type { DirectoryMember } from '../../answers.ts'

/** A link to the details of a member, which open over the list; with Ctrl or the middle button in a new tab. */
export function MemberLink({
  member: { id },
  title,
  className,
  onOpen,
  children,
}: {
  member: DirectoryMember
  /** The full text of a link that may be cut off. */
  title: string
  className: string
  onOpen: (id: string) => void
  children: ReactNode
}) {
  const openHere = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(id)
  }
  return (
    <a
      href={`?${new URLSearchParams({ member: id })}`}
      title={title}
      className={className}
      onClick={openHere}
    >
      {children}
    </a>
  )
}
