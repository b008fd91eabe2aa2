import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import type { Limitation } from '#platform/web/api/limitation.ts'
import { CentredCard } from '#platform/web/layout/CentredCard.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import type { AppSetup } from '../../second-factor/answers.ts'
import { finishSignIn, useLogout } from '../calls.ts'
import { AppSetupForm } from '../components/AppSetupForm.tsx'
import { ConfirmLoaded } from '../components/ConfirmLoaded.tsx'
import { PasskeyForm } from '../components/PasskeyForm.tsx'
import { RecoveryCodes } from '../components/RecoveryCodes.tsx'
import { secondFactor, useFetchUser, useStartApp } from './calls.ts'
import { supportsPasskeys } from './passkey.ts'

/** Shown instead of the login options while the session is limited (contract 11.10). */
export function SecondFactorScreen({ limitation }: { limitation: Limitation }) {
  return limitation === 'confirm' ? <Confirm /> : <SetUp />
}

function Confirm() {
  return (
    <CentredCard title="Confirm it's you" view="confirm">
      <p className="text-ink-soft">Your account has a second factor.</p>
      <ConfirmLoaded onConfirmed={finishSignIn} />
      <p className="text-sm text-ink-faint">
        Lost your phone and your recovery codes? Another administrator can reset your second factor
        in Settings.
      </p>
      <BackToLogin />
    </CentredCard>
  )
}

type Step = 'choose' | 'passkey' | { setup: AppSetup } | { codes: readonly string[] }

const titles = {
  choose: 'Set up a second factor',
  passkey: 'Add a passkey',
  app: 'Add an authenticator app',
  codes: 'Your recovery codes',
}

const titleOf = (step: Step): string => {
  if (typeof step === 'string') return titles[step]
  return 'setup' in step ? titles.app : titles.codes
}

function SetUp() {
  const [step, setStep] = useState<Step>('choose')
  const user = useFetchUser(finishSignIn)
  const finish = () => user.mutate()
  const showCodes = (codes: readonly string[]) => (codes.length > 0 ? setStep({ codes }) : finish())
  return (
    <CentredCard title={titleOf(step)} view={titleOf(step)}>
      {step === 'choose' ? (
        <Choice onChoose={setStep} />
      ) : step === 'passkey' ? (
        <PasskeyForm onAdded={showCodes} />
      ) : 'setup' in step ? (
        <AppSetupForm setup={step.setup} onAdded={showCodes} />
      ) : (
        <RecoveryCodes codes={step.codes} onDone={finish} />
      )}
      {typeof step === 'string' || 'setup' in step ? (
        step === 'choose' ? (
          <BackToLogin />
        ) : (
          <Button
            variant="ghost"
            icon={<ArrowLeft aria-hidden="true" />}
            onClick={() => setStep('choose')}
          >
            Back
          </Button>
        )
      ) : null}
    </CentredCard>
  )
}

function Choice({ onChoose }: { onChoose: (step: Step) => void }) {
  const state = useQuery(secondFactor)
  const start = useStartApp()
  return (
    <>
      <p className="text-ink-soft">
        The association asks every administrator for a second factor. It takes a minute.
      </p>
      <div className="grid gap-3">
        <Button
          variant="primary"
          size="lg"
          icon={<Smartphone aria-hidden="true" />}
          pending={start.isPending}
          onClick={() => start.mutate({}, { onSuccess: (setup) => onChoose({ setup }) })}
        >
          Add an authenticator app
        </Button>
        {state.data?.allows_passkeys && supportsPasskeys() && (
          <Button
            size="lg"
            icon={<Fingerprint aria-hidden="true" />}
            onClick={() => onChoose('passkey')}
          >
            Add a passkey
          </Button>
        )}
      </div>
    </>
  )
}

function BackToLogin() {
  const logout = useLogout('admin')
  return (
    <Button
      variant="ghost"
      icon={<ArrowLeft aria-hidden="true" />}
      pending={logout.isPending}
      onClick={() => logout.mutate()}
    >
      Back to Login
    </Button>
  )
}
