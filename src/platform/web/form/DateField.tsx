import { isDay, longDate } from '#shared/dates.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

interface DateFieldProps extends Omit<TextFieldProps, 'type' | 'value'> {
  /** A day like 2026-04-01, or ''. */
  value: string
}

/**
 * A day. Browsers show it in the order of their own language, where 1 April may be 04/01, so the hint
 * says it in words.
 */
export function DateField({ value, hint, ...props }: DateFieldProps) {
  const lines = (value || hint) && (
    <>
      {isDay(value) && <span className="block">{longDate(value)}</span>}
      {hint && <span className="block">{hint}</span>}
    </>
  )
  return <TextField {...props} type="date" value={value} hint={lines} />
}
