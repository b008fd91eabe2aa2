import Copy from 'lucide-react/icons/copy'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { copyText } from '#platform/web/copy-text.ts'
import { TextField } from '#platform/web/form/TextField.tsx'
import { toast } from '#platform/web/toast/toast.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { QrCode } from '#platform/web/ui/QrCode.tsx'
import type { AppSetup } from '../../second-factor/answers.ts'
import { appConfirmation } from '../../second-factor/contract.ts'
import { keyGroups } from '../../second-factor/rules.ts'
import { useAddApp } from '../second-factor/calls.ts'

/** Shows the key of the app as a QR code and as text, and takes the first code of the app. */
export function AppSetupForm({
  setup,
  onAdded,
}: {
  setup: AppSetup
  /** Called with new recovery codes, none when the user has some already. */
  onAdded: (recoveryCodes: readonly string[]) => void
}) {
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const add = useAddApp(({ field, text }) => {
    if (field !== 'code') return false
    setProblem(text)
    input.current?.select()
    return true
  })
  useEffect(() => input.current?.focus({ preventScroll: true }), [])

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const body = { code: input.current?.value ?? '' }
    if (!appConfirmation.safeParse(body).success) {
      setProblem('Please enter the six digits of the code')
      return input.current?.focus()
    }
    setProblem(undefined)
    add.mutate(body.code, { onSuccess: ({ recovery_codes }) => onAdded(recovery_codes) })
  }

  return (
    <form onSubmit={handleSubmit} noValidate className="grid gap-4">
      <p className="text-sm text-ink-soft">
        1. Scan this code with an authenticator app, such as Google Authenticator, Microsoft
        Authenticator or Aegis.
      </p>
      <div className="justify-self-center">
        <QrCode text={setup.uri} label="QR code with the key for your authenticator app" />
      </div>
      <KeyText value={setup.key} />
      <TextField
        ref={input}
        label="2. Six-digit code"
        hint="Enter the code that the app shows now."
        error={problem}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={20}
      />
      <Button type="submit" variant="primary" size="lg" pending={add.isPending}>
        Add the app
      </Button>
    </form>
  )
}

/** The key in groups of four, for phones that cannot scan the code. */
function KeyText({ value }: { value: string }) {
  async function copy() {
    // Otherwise the text can still be selected.
    if (await copyText(value)) toast({ title: 'Key copied' })
  }
  return (
    <div className="grid gap-1 text-sm">
      <p className="text-ink-soft">Can't scan it? Type this key into the app:</p>
      <div className="flex items-center gap-2 rounded-md border border-line bg-sunken px-3 py-2">
        <code className="min-w-0 flex-1 select-all">{keyGroups(value).join(' ')}</code>
        <Button size="sm" icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
          Copy
        </Button>
      </div>
    </div>
  )
}
