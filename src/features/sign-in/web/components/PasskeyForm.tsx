import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { type FormEvent, useRef, useState } from 'react'
import { TextField } from '#platform/web/form/TextField.tsx'
import { toast } from '#platform/web/toast/toast.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { useAddPasskey } from '../second-factor/calls.ts'
import { passkeyProblem } from '../second-factor/passkey.ts'

/** Names a passkey and has the device make it. */
export function PasskeyForm({
  onAdded,
}: {
  /** Called with new recovery codes, none when the user has some already. */
  onAdded: (recoveryCodes: readonly string[]) => void
}) {
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const add = useAddPasskey()

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const name = input.current?.value.trim() ?? ''
    if (name === '') {
      setProblem('Please name this passkey')
      return input.current?.focus()
    }
    setProblem(undefined)
    add.mutate(name, {
      onSuccess: ({ recovery_codes }) => {
        if (recovery_codes.length === 0) toast({ title: 'Success', description: 'Passkey added' })
        onAdded(recovery_codes)
      },
      onError: (error) => setProblem(passkeyProblem(error)),
    })
  }

  return (
    <form onSubmit={handleSubmit} noValidate className="grid gap-4">
      <p className="text-sm text-ink-soft">
        A passkey is your fingerprint, your face or the PIN of a phone, computer or security key.
      </p>
      <TextField
        ref={input}
        data-first-focus
        label="Name"
        hint="So that you recognise it, like Office laptop."
        error={problem}
        name="name"
        autoComplete="off"
        maxLength={60}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        icon={<Fingerprint aria-hidden="true" />}
        pending={add.isPending}
      >
        Add the passkey
      </Button>
    </form>
  )
}
