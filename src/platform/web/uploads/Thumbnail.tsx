import FileText from 'lucide-react/icons/file-text'
import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'

const fileIcon = <FileText aria-hidden="true" className="size-5" />

/** The picture of a selected file; an icon while there is none. */
export const Thumbnail = ({
  address,
  icon = fileIcon,
  className,
}: {
  address: string | undefined
  icon?: ReactNode
  className: string
}) =>
  address ? (
    <img
      src={address}
      alt=""
      className={classNames('rounded-sm bg-plate object-cover', className)}
    />
  ) : (
    <span
      className={classNames(
        'grid place-items-center rounded-sm bg-neutral-soft text-ink-soft',
        className,
      )}
    >
      {icon}
    </span>
  )
