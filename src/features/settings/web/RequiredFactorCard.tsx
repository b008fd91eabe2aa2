import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { secondFactor } from '#features/sign-in/web/second-factor/calls.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { Switch } from '#platform/web/ui/Switch.tsx'
import { settings, useSaveSettings } from './calls.ts'

/** Makes a second factor a requirement for all administrators. */
export function RequiredFactorCard() {
  const current = useQuery(settings).data?.require_second_factor
  const own = useQuery(secondFactor).data
  const save = useSaveSettings()
  if (current === undefined || own === undefined) return null
  const isRequired = current === 'yes'
  const hasOwn = own.factors.length > 0
  return (
    <Card
      title="Second factor"
      description="An authenticator app or a passkey, after the link from the email."
    >
      <div className="grid gap-2">
        <Switch
          label="Require a second factor of every administrator"
          checked={isRequired}
          disabled={!hasOwn || save.isPending}
          onChange={({ target }) =>
            save.mutate({
              body: {
                require_second_factor: target.checked ? 'yes' : '',
                seen: { require_second_factor: current },
              },
            })
          }
        />
        {/* Below the label, not below the switch. */}
        <p className="ps-9.5 text-sm text-ink-soft">
          {hasOwn ? (
            'Administrators without one set it up when they next open the portal.'
          ) : (
            <>
              Set up your own first, in your{' '}
              <Link href="/profile" className="font-medium text-accent-text underline">
                profile
              </Link>
              .
            </>
          )}
        </p>
      </div>
    </Card>
  )
}
