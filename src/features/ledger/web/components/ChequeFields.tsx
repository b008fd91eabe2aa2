import type { ComponentProps } from 'react'
import { TextField } from '#platform/web/form/TextField.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'optional'> & {
  /** Of a cheque that is received and not cleared, which is known by its number and bank. */
  isHeld: boolean
}

/** The reference of a payment; of a held cheque its number. */
export const ReferenceField = ({ isHeld, ...props }: Props) => (
  <TextField
    label={isHeld ? 'Cheque number' : 'Payment Reference'}
    optional={!isHeld}
    inputMode={isHeld ? 'numeric' : undefined}
    autoComplete="off"
    {...props}
  />
)

/** The bank of a cheque, which is stored behind its number in the reference. */
export const ChequeBankField = ({
  isHeld,
  hint = 'With it, the same cheque cannot be recorded twice.',
  ...props
}: Props) => (
  <TextField
    label="Bank of the cheque"
    optional={!isHeld}
    className="sm:col-span-2"
    autoComplete="off"
    hint={hint}
    {...props}
  />
)
