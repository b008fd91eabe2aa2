import type { ChangeEvent, ComponentProps } from 'react'
import { completeWebAddress } from '#shared/links.ts'
import { TextField } from './TextField.tsx'

/** A web address; leaving the field adds 'https://' to an address without it. */
export function WebsiteField({
  onChange,
  onBlur,
  ...props
}: Omit<ComponentProps<typeof TextField>, 'type'>) {
  return (
    <TextField
      autoComplete="url"
      {...props}
      type="url"
      autoCapitalize="none"
      spellCheck={false}
      onChange={onChange}
      onBlur={(event) => {
        const completed = completeWebAddress(event.target.value)
        if (completed !== event.target.value) {
          event.target.value = completed
          // The form ignores the value of a blur event.
          const change: ChangeEvent<HTMLInputElement> = { ...event, type: 'change' }
          onChange?.(change)
        }
        onBlur?.(event)
      }}
    />
  )
}
