import { TextField, type TextFieldProps } from './TextField.tsx'

/** An amount in rupees, as typed. */
export const AmountField = ({
  label = 'Amount (₹)',
  ...props
}: Omit<TextFieldProps, 'label'> & { label?: string }) => (
  <TextField label={label} inputMode="decimal" autoComplete="off" {...props} />
)
