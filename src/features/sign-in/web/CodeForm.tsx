import { type FormEvent, useRef, useState } from 'react'
import { TextField } from '#platform/web/form/TextField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { codeDigits, isCode } from '../rules.ts'

/** The field for the six-digit code; it may be typed, autofilled by the phone or pasted with spaces. */
export function CodeForm({
  pending,
  error,
  isClosed = false,
  onCode,
}: {
  pending: boolean
  /** The error of the last attempt. */
  error: string | undefined
  /** True when no further code is accepted; then only the error is shown. */
  isClosed?: boolean | undefined
  onCode: (code: string) => void
}) {
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const code = codeDigits(input.current?.value ?? '')
    if (isCode(code)) {
      setProblem(undefined)
      return onCode(code)
    }
    setProblem('Please enter the six digits of the code')
    input.current?.focus()
  }

  return (
    <form onSubmit={handleSubmit} noValidate className="grid gap-3">
      <TextField
        ref={input}
        label="Six-digit code"
        hint="You'll find it in the same email, below the link."
        error={problem ?? error}
        name="code"
        disabled={isClosed}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={20}
      />
      {!isClosed && (
        <Button type="submit" variant="primary" size="lg" pending={pending}>
          Sign in with code
        </Button>
      )}
    </form>
  )
}
