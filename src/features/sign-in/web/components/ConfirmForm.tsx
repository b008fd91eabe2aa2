import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import KeyRound from 'lucide-react/icons/key-round'
import Smartphone from 'lucide-react/icons/smartphone'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { User } from '#features/members/answers.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { TextField } from '#platform/web/form/TextField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { confirmation } from '../../second-factor/contract.ts'
import type { ConfirmationMethod } from '../../second-factor/rules.ts'
import { type Proof, useConfirm } from '../second-factor/calls.ts'
import { passkeyProblem, supportsPasskeys } from '../second-factor/passkey.ts'

interface ConfirmFormProps {
  /** The methods that the user has. */
  methods: readonly ConfirmationMethod[]
  onConfirmed: (user: User) => void
}

const alternatives: Record<ConfirmationMethod, { label: string; icon: ReactNode }> = {
  app: { label: 'Use your authenticator app', icon: <Smartphone aria-hidden="true" /> },
  passkey: { label: 'Use a passkey', icon: <Fingerprint aria-hidden="true" /> },
  recovery: { label: 'Use a recovery code', icon: <KeyRound aria-hidden="true" /> },
}

/** Asks for the second factor: a code of the app, a passkey or a recovery code. */
export function ConfirmForm({ methods, onConfirmed }: ConfirmFormProps) {
  const usable = methods.filter((offered) => offered !== 'passkey' || supportsPasskeys())
  const [selected, setSelected] = useState<ConfirmationMethod>()
  const method = selected ?? usable[0] ?? 'recovery'
  const confirm = useConfirm()
  const send = (proof: Proof) => confirm.mutate(proof, { onSuccess: onConfirmed })
  const others = usable.filter((other) => other !== method)
  return (
    <div className="grid gap-4">
      {method === 'passkey' ? (
        <PasskeyPart
          pending={confirm.isPending}
          error={confirm.error ? passkeyProblem(confirm.error) : undefined}
          onUse={() => send('passkey')}
        />
      ) : (
        <CodePart
          key={method}
          method={method}
          pending={confirm.isPending}
          error={confirm.error}
          onCode={send}
        />
      )}
      {others.length > 0 && (
        <div className="grid gap-1 border-t border-line pt-3">
          {others.map((other) => (
            <Button
              key={other}
              variant="ghost"
              icon={alternatives[other].icon}
              onClick={() => {
                confirm.reset()
                setSelected(other)
              }}
            >
              {alternatives[other].label}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

const codeFields = {
  app: {
    name: 'app_code',
    label: 'Six-digit code',
    hint: 'Open your authenticator app to see the code.',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  },
  recovery: {
    name: 'recovery_code',
    label: 'Recovery code',
    hint: 'Ten letters and digits. Each code works once.',
    autoCapitalize: 'characters',
    autoComplete: 'off',
  },
} as const

function CodePart({
  method,
  pending,
  error,
  onCode,
}: {
  method: keyof typeof codeFields
  pending: boolean
  error: unknown
  onCode: (proof: Proof) => void
}) {
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    if (error) input.current?.select()
  }, [error])

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const typed = input.current?.value ?? ''
    const proof = method === 'app' ? { app_code: typed } : { recovery_code: typed }
    const message = problemOf(proof)
    setProblem(message)
    if (message === undefined) return onCode(proof)
    input.current?.focus()
  }

  return (
    <form onSubmit={handleSubmit} noValidate className="grid gap-3">
      <TextField
        ref={input}
        {...codeFields[method]}
        error={problem ?? (error ? errorMessage(error, "Couldn't check the code.") : undefined)}
        data-first-focus
        spellCheck={false}
        maxLength={30}
      />
      <Button type="submit" variant="primary" size="lg" pending={pending}>
        Confirm
      </Button>
    </form>
  )
}

/** The message about a code that cannot be right. */
const problemOf = (proof: Proof): string | undefined => {
  const { error } = confirmation.safeParse(proof)
  if (!error) return undefined
  return proof !== 'passkey' && 'app_code' in proof
    ? 'Please enter the six digits of the code'
    : 'Please enter the ten letters and digits of a recovery code'
}

function PasskeyPart({
  pending,
  error,
  onUse,
}: {
  pending: boolean
  error: string | undefined
  onUse: () => void
}) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <div className="grid gap-3">
      <p className="text-sm text-ink-soft">
        Use your fingerprint, your face, or the PIN of this device or of your security key.
      </p>
      {error && (
        <p role="alert" className="text-sm font-medium text-danger-text">
          {error}
        </p>
      )}
      <Button
        ref={button}
        data-first-focus
        variant="primary"
        size="lg"
        icon={<Fingerprint aria-hidden="true" />}
        pending={pending}
        onClick={onUse}
      >
        Use a passkey
      </Button>
    </div>
  )
}
