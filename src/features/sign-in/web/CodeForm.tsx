import { type FormEvent, useRef, useState } from 'react'
import { TextField } from '#platform/web/form/TextField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { type CodeKind, isCode, normalCode } from '../rules.ts'

const labels: Record<CodeKind, string> = {
  digits: 'Six-digit code',
  letters: 'Eight-character code',
}

/**
 * The field for the code of the email, which accepts both kinds; it may be typed,
 * autofilled by the phone or pasted with spaces.
 */
export function CodeForm({
  kind,
  pending,
  error,
  isClosed = false,
  onCode,
}: {
  /** The expected kind: it decides the label and the keyboard of a phone. */
  kind: CodeKind
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
    const code = normalCode(input.current?.value ?? '')
    if (isCode(code)) {
      setProblem(undefined)
      return onCode(code)
    }
    setProblem('Please enter the code from the email')
    input.current?.focus()
  }

  return (
    <form onSubmit={handleSubmit} noValidate className="grid gap-3">
      <TextField
        ref={input}
        label={labels[kind]}
        hint="You'll find it in the same email, below the link."
        error={problem ?? error}
        name="code"
        disabled={isClosed}
        inputMode={kind === 'digits' ? 'numeric' : 'text'}
        autoCapitalize={kind === 'digits' ? 'none' : 'characters'}
        autoCorrect="off"
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
