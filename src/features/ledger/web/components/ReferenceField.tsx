import type { ComponentProps } from 'react'
import { TextField } from '#platform/web/form/TextField.tsx'

/** The reference of a payment; of a cheque that is received and not cleared its number, which it needs. */
export const ReferenceField = ({
  isHeld,
  ...props
}: Omit<ComponentProps<typeof TextField>, 'label' | 'optional'> & { isHeld: boolean }) => (
  <TextField
    label={isHeld ? 'Cheque number' : 'Payment Reference'}
    optional={!isHeld}
    inputMode={isHeld ? 'numeric' : undefined}
    autoComplete="off"
    {...props}
  />
)
