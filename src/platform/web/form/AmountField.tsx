import { useState } from 'react'
import { readPaise } from '#shared/values/amount.ts'
import { groupedAmount } from './amount-text.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

/**
 * An amount in rupees, as typed. It is shown as '1,25,000' until it is edited, when commas would be in wrong places,
 * and again afterwards. A `value` stays as it is; of a registered field the form has the shown text.
 */
export function AmountField({
  label = 'Amount (₹)',
  value,
  onChange,
  onBlur,
  onFocus,
  ...props
}: Omit<TextFieldProps, 'label'> & { label?: string }) {
  const [isEdited, setEdited] = useState(false)
  return (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      {...props}
      {...(value !== undefined && { value: isEdited ? value : groupedAmount(String(value)) })}
      onFocus={(event) => {
        // The commas of what is no amount are not those of this field.
        setEdited(readPaise(event.target.value) === undefined)
        onFocus?.(event)
      }}
      onChange={(event) => {
        if (!isEdited && isTyped(event.nativeEvent)) removeCommas(event.target)
        setEdited(true)
        onChange?.(event)
      }}
      onBlur={(event) => {
        const { target } = event
        if (isEdited && value === undefined) target.value = groupedAmount(target.value)
        setEdited(false)
        onBlur?.(event)
      }}
    />
  )
}

/** A first key changes the shown amount. What is pasted is another amount, whose commas say whether it is one. */
const isTyped = (event: Event): boolean =>
  'inputType' in event && /^(insert(Composition)?Text|delete)/.test(String(event.inputType))

/** Removes the commas of an amount in digits; the caret stays where it was. */
function removeCommas(input: HTMLInputElement): void {
  const { value, selectionStart } = input
  if (!value.includes(',') || !/^[\d,]+(\.\d*)?$/.test(value)) return
  const caret = value.slice(0, selectionStart ?? value.length).replaceAll(',', '').length
  input.value = value.replaceAll(',', '')
  input.setSelectionRange(caret, caret)
}
