import { ArrowLeft } from 'lucide-react'
import { Button } from '#platform/web/Button.tsx'
import { sentence } from '#platform/web/call.ts'
import { CodeForm } from './CodeForm.tsx'
import { useVerify } from './calls.ts'

/** The wait for the mail: the link in it, or its six digits typed here. */
export function CheckEmailCard({ email, onBack }: { email: string; onBack: () => void }) {
  const verify = useVerify()
  const error = verify.isError
    ? sentence(verify.error, 'The code could not be checked. Please try again.')
    : undefined
  return (
    <>
      <div className="grid gap-2 text-ink-soft">
        <p>
          A magic link was sent to{' '}
          <strong className="font-semibold break-all text-ink">{email}</strong>. Please check your
          inbox and click the login link.
        </p>
        <p className="text-sm">
          Nothing there after a minute? Look in the spam folder, and see that the address above is
          right.
        </p>
      </div>
      <div className="border-t border-line pt-5">
        <CodeForm
          pending={verify.isPending}
          error={error}
          onCode={(code) => verify.mutate({ email, code })}
        />
      </div>
      <Button variant="ghost" icon={<ArrowLeft aria-hidden="true" />} onClick={onBack}>
        Back to Login
      </Button>
    </>
  )
}
