import type { ComponentProps } from 'react'
import { TextField } from '#platform/web/form/TextField.tsx'

/**
 * The bank of a cheque, which is stored after its number in the reference. A cheque that is not cleared needs a bank.
 */
export const ChequeBankField = ({
  isHeld,
  hint = 'With it, the same cheque cannot be recorded twice.',
  ...props
}: Omit<ComponentProps<typeof TextField>, 'label' | 'optional'> & { isHeld: boolean }) => (
  <TextField
    label="Bank of the cheque"
    optional={!isHeld}
    className="sm:col-span-2"
    autoComplete="off"
    hint={hint}
    {...props}
  />
)
