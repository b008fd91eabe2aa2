import type { ComponentProps, ReactNode } from 'react'
import { useIsPhone } from '../../layout/phone.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/loading/Spinner.tsx'

export interface BarButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  label: string
  icon: ReactNode
  pending?: boolean | undefined
}

/** A button at the end of the filter row: an icon on a desk, words in the sheet of a phone. */
export function BarButton({ label, icon, pending = false, disabled, ...button }: BarButtonProps) {
  if (useIsPhone())
    return (
      <Button {...button} icon={icon} pending={pending} disabled={disabled}>
        {label}
      </Button>
    )
  return (
    <IconButton
      {...button}
      label={label}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
    >
      {pending ? <Spinner /> : icon}
    </IconButton>
  )
}
