import { useQuery } from '@tanstack/react-query'
import Mail from 'lucide-react/icons/mail'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Send from 'lucide-react/icons/send'
import { queryOf } from '#platform/web/api/client.ts'
import { portal } from '#platform/web/api/portal-info.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import { Page } from '#platform/web/layout/Page.tsx'
import { useIsPhone } from '#platform/web/layout/phone.ts'
import { MenuButton } from '#platform/web/menu/MenuButton.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { Placeholders, Skeleton } from '#platform/web/ui/loading/Skeleton.tsx'
import { Dot, State } from '#platform/web/ui/State.tsx'
import { dateTime } from '#shared/dates.ts'
import { countOf } from '#shared/sentences.ts'
import { sum } from '#shared/sum.ts'
import type { SystemState } from '../../answers.ts'
import {
  getFailedMails,
  getSystem,
  postMailResend,
  postMailRetry,
  postSystemMail,
} from '../../endpoints.ts'

const failedMails = { ...queryOf(getFailedMails, {}), refetchOnMount: 'always' as const }
const system = { ...queryOf(getSystem, {}), refetchOnMount: 'always' as const }

const sendTestMail = 'Send a test email to me'

/** The state of the portal for administrators (contract 17.9). */
export function SystemScreen() {
  const isPhone = useIsPhone()
  const query = useQuery(system)
  const testMail = useSave(postSystemMail, {
    success: ({ message }) => message,
    failure: 'Failed to send the test email',
  })
  return (
    <Page
      title="System"
      subtitle="Email, backups, storage and security of the portal"
      actions={
        <>
          {isPhone ? (
            <MenuButton
              label="More"
              pending={testMail.isPending}
              groups={[[{ label: sendTestMail, onSelect: () => testMail.mutate({}) }]]}
            />
          ) : (
            <Button
              icon={<Send aria-hidden="true" />}
              pending={testMail.isPending}
              onClick={() => testMail.mutate({})}
            >
              {sendTestMail}
            </Button>
          )}
          <Button
            icon={<RotateCw aria-hidden="true" />}
            pending={query.isFetching && !query.isPending}
            onClick={() => void query.refetch()}
          >
            Refresh
          </Button>
        </>
      }
    >
      {query.isPending ? (
        <SectionBones />
      ) : query.isError ? (
        <LoadFailed isWhole title="The state of the portal could not be loaded" query={query} />
      ) : (
        <SystemSections {...query.data} />
      )}
    </Page>
  )
}

/** The shape of the sections: a title with its state, and facts beside it. */
const SectionBones = () => (
  <div className="rounded-lg border border-line bg-surface">
    <span className="flex h-12 items-center px-4">
      <Skeleton className="h-4 w-40" />
    </span>
    <Placeholders count={6} label="Loading the state of the portal" className="grid">
      <span className="grid gap-x-6 gap-y-2 border-t border-line px-4 py-3 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <span className="grid content-start gap-2">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-3 w-10" />
        </span>
        <span className="grid grid-cols-2 gap-4 sm:grid-cols-4 lg:max-xl:grid-cols-3">
          {['w-24', 'w-20', 'w-28', 'w-16'].map((width) => (
            <span key={width} className="grid gap-2">
              <Skeleton className="h-3 w-16" />
              <Skeleton className={`h-3.5 ${width}`} />
            </span>
          ))}
        </span>
      </span>
    </Placeholders>
  </div>
)

/** The checks as one list of states, what is wrong first. */
function SystemSections({ checked_at, sections }: SystemState) {
  const problems = sum(sections, (section) => section.problems.length)
  return (
    <div className="rounded-lg border border-line bg-surface">
      <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
        <Dot tone={problems > 0 ? 'warning' : 'success'} />
        <p className="text-base font-semibold">
          {problems > 0
            ? `${countOf(problems, 'thing needs', 'things need')} attention`
            : 'All systems OK'}
        </p>
        <p className="text-sm text-ink-soft">Checked {dateTime(checked_at)}</p>
      </div>
      {sections.map((section) => (
        <SystemSection key={section.id} section={section} />
      ))}
    </div>
  )
}

function SystemSection({
  section: { id, title, problems, is_off, facts },
}: {
  section: SystemState['sections'][number]
}) {
  const isOk = problems.length === 0
  return (
    <section
      aria-label={title}
      className="grid gap-x-6 gap-y-2 border-t border-line px-4 py-3 lg:grid-cols-[13rem_minmax(0,1fr)] lg:items-baseline"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 lg:block">
        <h2 className="text-base">{title}</h2>
        <State tone={is_off ? 'neutral' : isOk ? 'success' : 'warning'}>
          {is_off ? 'Off' : isOk ? 'OK' : 'Needs attention'}
        </State>
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-3">
        {!isOk && (
          <ul className="grid max-w-180 gap-2">
            {problems.map((problem) => (
              <li key={problem} className="break-words">
                {problem}
              </li>
            ))}
          </ul>
        )}
        <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4 lg:max-xl:grid-cols-3">
          {facts.map(({ name, value }) => (
            <div key={name} className="min-w-0">
              <dt className="text-xs text-ink-faint">{name}</dt>
              <dd className="text-sm break-words tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        {id === 'mail' && !isOk && !portal.writes_mails_to_files && <RetryMails />}
        {id === 'mail' && <FailedMails />}
      </div>
    </section>
  )
}

function RetryMails() {
  const retry = useSave(postMailRetry, {
    success: ({ message }) => message,
    failure: 'Failed to send the waiting emails',
  })
  return (
    <div>
      <Button
        size="sm"
        variant="soft"
        icon={<Mail aria-hidden="true" />}
        pending={retry.isPending}
        onClick={() => retry.mutate({})}
      >
        Try again now
      </Button>
    </div>
  )
}

/** The failed emails of a week, to be sent again; nothing while there are none. */
function FailedMails() {
  const query = useQuery(failedMails)
  const resend = useSave(postMailResend, {
    success: ({ message }) => message,
    failure: 'Failed to send the email again',
  })
  if (query.isError)
    return <LoadFailed title="The state of the portal could not be loaded" query={query} />
  const { total, mails } = query.data ?? { total: 0, mails: [] }
  if (total === 0) return null
  const isPending = (id?: string) => resend.isPending && resend.variables?.body.id === id
  return (
    <section aria-label="Failed emails" className="grid gap-2 border-t border-line pt-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-medium">{countOf(total, 'failed email', 'failed emails')}</h3>
        {total > 1 && (
          <Button
            size="sm"
            variant="soft"
            icon={<Mail aria-hidden="true" />}
            pending={isPending()}
            onClick={() => resend.mutate({ body: {} })}
          >
            Resend all
          </Button>
        )}
      </div>
      <p className="text-sm text-ink-soft">
        <span>Emails can be sent again for 7 days after they failed.</span>
        {total > mails.length && <span>{` The latest ${mails.length} are listed.`}</span>}
      </p>
      <ul className="max-h-80 divide-y divide-line overflow-y-auto">
        {mails.map(({ id, text, failed_at, reason }) => (
          <li key={id} className="flex items-start justify-between gap-3 py-2.5 text-sm">
            <div className="grid gap-0.5 wrap-anywhere">
              <p className="font-medium">{text}</p>
              <p className="text-ink-soft">
                <time dateTime={failed_at}>{dateTime(failed_at)}</time>
                {reason && <span>{` · ${reason}`}</span>}
              </p>
            </div>
            <Button
              size="sm"
              variant="soft"
              aria-label={`Resend: ${text}`}
              pending={isPending(id)}
              onClick={() => resend.mutate({ body: { id } })}
            >
              Resend
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
