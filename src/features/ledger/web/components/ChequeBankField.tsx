import type { ComponentProps } from 'react'
import { TextField } from '#platform/web/form/TextField.tsx'

/** The bank of a cheque, which is stored behind its number in the reference. */
export const ChequeBankField = (props: Omit<ComponentProps<typeof TextField>, 'label'>) => (
  <TextField
    label="Bank of the cheque"
    optional
    className="sm:col-span-2"
    autoComplete="off"
    hint="With it, the same cheque cannot be recorded twice."
    {...props}
  />
)
