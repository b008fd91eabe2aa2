import { useQuery } from '@tanstack/react-query'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import Smartphone from 'lucide-react/icons/smartphone'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '#platform/web/dialog/ConfirmDialog.tsx'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { dateTime } from '#shared/dates.ts'
import { countOf } from '#shared/sentences.ts'
import type { AppSetup, Factor, SecondFactor } from '../../second-factor/answers.ts'
import {
  secondFactor,
  useRemoveFactor,
  useRenewRecoveryCodes,
  useStartApp,
} from '../second-factor/calls.ts'
import { supportsPasskeys } from '../second-factor/passkey.ts'
import { AppSetupForm } from './AppSetupForm.tsx'
import { PasskeyForm } from './PasskeyForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** The authenticator app, passkeys and recovery codes of an administrator. */
export function SecondFactorCard() {
  const query = useQuery(secondFactor)
  return (
    <Card
      title="Second factor"
      description="Confirms that it's you after the link from your email."
    >
      {query.isPending ? (
        <SkeletonRows rows={2} label="Loading your second factor" />
      ) : query.isError ? (
        <LoadFailed title="Your second factor could not be loaded" query={query} />
      ) : (
        <Factors state={query.data} />
      )}
    </Card>
  )
}

/** What the open dialog shows. */
type Step =
  | { name: 'app'; setup: AppSetup }
  | { name: 'passkey' }
  | { name: 'codes'; codes: readonly string[] }
  | { name: 'remove'; factor: Factor }
  | { name: 'new codes' }

function Factors({ state }: { state: SecondFactor }) {
  const [step, setStep] = useState<Step>()
  const startApp = useStartApp()
  const close = () => setStep(undefined)
  const hasApp = state.factors.some(({ kind }) => kind === 'app')
  const addApp = () =>
    startApp.mutate({}, { onSuccess: (setup) => setStep({ name: 'app', setup }) })
  return (
    <div className="grid gap-4">
      {state.factors.length === 0 ? (
        <p className="text-sm text-ink-soft">
          You have none yet. With one, a stolen mailbox is not enough to sign in as you.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {state.factors.map((factor) => (
            <FactorRow
              key={factor.id}
              factor={factor}
              onRemove={() => setStep({ name: 'remove', factor })}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<Smartphone aria-hidden="true" />}
          pending={startApp.isPending}
          onClick={addApp}
        >
          {hasApp ? 'Replace the authenticator app' : 'Add an authenticator app'}
        </Button>
        {state.allows_passkeys && supportsPasskeys() && (
          <Button
            size="sm"
            icon={<Fingerprint aria-hidden="true" />}
            onClick={() => setStep({ name: 'passkey' })}
          >
            Add a passkey
          </Button>
        )}
      </div>
      {state.factors.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-3 text-sm">
          <p className="min-w-0 flex-1 basis-40">
            {countOf(state.recovery_codes_left, 'recovery code', 'recovery codes')} left
          </p>
          <Button size="sm" onClick={() => setStep({ name: 'new codes' })}>
            Make new codes
          </Button>
        </div>
      )}
      <StepDialog step={step} onStep={setStep} onClose={close} />
    </div>
  )
}

const icons: Record<Factor['kind'], ReactNode> = {
  app: <Smartphone aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />,
  passkey: <Fingerprint aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />,
}

const nameOf = ({ kind, name }: Factor): string => (kind === 'app' ? 'Authenticator app' : name)

function FactorRow({ factor, onRemove }: { factor: Factor; onRemove: () => void }) {
  const { kind, created_at, last_used_at } = factor
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      {icons[kind]}
      <div className="min-w-0 flex-1 basis-40 text-sm">
        <p className="font-medium wrap-anywhere">{nameOf(factor)}</p>
        <p className="text-ink-faint">
          {last_used_at ? `Last used ${dateTime(last_used_at)}` : `Added ${dateTime(created_at)}`}
        </p>
      </div>
      <Button size="sm" aria-label={`Remove ${nameOf(factor)}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}

function StepDialog({
  step,
  onStep,
  onClose,
}: {
  step: Step | undefined
  onStep: (step: Step) => void
  onClose: () => void
}) {
  const remove = useRemoveFactor()
  const renew = useRenewRecoveryCodes()
  const showCodes = (codes: readonly string[]) =>
    codes.length > 0 ? onStep({ name: 'codes', codes }) : onClose()
  switch (step?.name) {
    case undefined:
      return null
    case 'app':
      return (
        <Dialog open dirty size="md" title="Add an authenticator app" onClose={onClose}>
          <AppSetupForm setup={step.setup} onAdded={showCodes} />
        </Dialog>
      )
    case 'passkey':
      return (
        <Dialog open closesOnBack size="sm" title="Add a passkey" onClose={onClose}>
          <PasskeyForm onAdded={showCodes} />
        </Dialog>
      )
    case 'codes':
      return (
        <Dialog open dirty size="md" title="Your recovery codes" onClose={onClose}>
          <RecoveryCodes codes={step.codes} onDone={onClose} />
        </Dialog>
      )
    case 'remove':
      return (
        <ConfirmDialog
          open
          title={`Remove ${nameOf(step.factor)}?`}
          confirmLabel="Remove"
          destructive
          pending={remove.isPending}
          onConfirm={() => remove.mutate({ id: step.factor.id }, { onSettled: onClose })}
          onClose={onClose}
        >
          It can no longer confirm that it's you. We'll email you about this change.
        </ConfirmDialog>
      )
    case 'new codes':
      return (
        <ConfirmDialog
          open
          title="Make new recovery codes?"
          confirmLabel="Make new codes"
          pending={renew.isPending}
          onConfirm={() =>
            renew.mutate({}, { onSuccess: ({ recovery_codes }) => showCodes(recovery_codes) })
          }
          onClose={onClose}
        >
          The codes you have now stop working.
        </ConfirmDialog>
      )
  }
}
