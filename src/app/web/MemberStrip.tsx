import { useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { Link } from 'wouter'
import { getOwnCertificate } from '#features/certificates/endpoints.ts'
import type { Notice } from '#features/dues/notices/answers.ts'
import { noticeName, waitingReport } from '#features/dues/notices/rules.ts'
import { ownNotice } from '#features/dues/web/notices/calls.ts'
import { queryOf } from '#platform/web/api/client.ts'
import { useIsPhone } from '#platform/web/layout/phone.ts'
import { readLocalItem, writeLocalItem } from '#platform/web/state/web-storage.ts'
import { ButtonLink, IconButton } from '#platform/web/ui/Button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { Skeleton } from '#platform/web/ui/loading/Skeleton.tsx'
import { Dot, State } from '#platform/web/ui/State.tsx'
import { type Day, isoDay, numericDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { countOf } from '#shared/sentences.ts'
import { getNews } from '../endpoints.ts'

/** The key under which this device stores the last read news. */
const readKey = 'member-news-read'

/** Above the directory: what the member owes, new members and new jobs. Once read it folds, until there is more. */
export function MemberStrip({ type }: { type: 'oem' | 'vendor' }) {
  const news = useQuery(queryOf(getNews, {}))
  const own = useQuery(ownNotice)
  const [read, setRead] = useState(() => readLocalItem(readKey))
  const certificate = useQuery(queryOf(getOwnCertificate, {}))
  if (news.isPending || own.isPending || certificate.isPending)
    return read === undefined ? <Skeleton className="h-11 w-full rounded-lg max-sm:h-22" /> : null
  const owed = own.data && own.data.notice.owed_paise > 0 ? own.data : undefined
  const { members, jobs } = news.data ?? { members: none, jobs: none }
  const latest = [members.latest[0]?.id, jobs.latest[0]?.id].join(' ')
  const paidUntil = certificate.data?.valid_until ?? null
  const isRead = latest === ' ' || read === latest
  if (isRead) return owed ? <DuesLine {...owed} /> : null
  return (
    <section
      aria-label="News"
      className="relative rounded-lg border border-line bg-surface text-sm sm:pr-10"
    >
      <div className="max-sm:grid max-sm:grid-pairs sm:flex sm:min-h-10.5 sm:flex-wrap sm:items-center sm:gap-x-4 lg:gap-x-6 sm:px-4">
        {owed ? (
          <DuesCell {...owed} />
        ) : (
          (own.data || paidUntil) && <PaidCell paidUntil={paidUntil} />
        )}
        {members.count > 0 && (
          <NewsCell
            title={countOf(members.count, 'new member', 'new members')}
            href={
              members.count === 1 ? `/${type}/members?member=${members.latest[0]?.id}` : undefined
            }
            items={members.latest.map(({ id, name, city }) => ({
              id,
              title: name,
              place: city,
              href: `/${type}/members?member=${id}`,
            }))}
            opens="member"
          />
        )}
        {jobs.count > 0 && (
          <NewsCell
            title={countOf(jobs.count, 'new job', 'new jobs')}
            href={`/${type}/jobs`}
            items={jobs.latest.map(({ id, title, location }) => ({
              id,
              title,
              place: location,
              href: `/${type}/jobs?job=${id}`,
            }))}
          />
        )}
      </div>
      <IconButton
        label="Close news"
        className={classNames(
          'absolute top-1.5 right-1.5 touch:right-0',
          owed ? 'touch:top-1' : 'touch:top-0',
        )}
        onClick={() => {
          writeLocalItem(readKey, latest)
          setRead(latest)
        }}
      >
        <X aria-hidden="true" />
      </IconButton>
    </section>
  )
}

const none = { count: 0, latest: [] }

interface OwnDues {
  token: string
  notice: Notice
}

/** A member who has reported a payment must not pay twice. */
function dueOf(notice: Notice): string {
  const waiting = waitingReport(notice)
  if (waiting)
    return `you reported ${formatRupees(waiting.amount_paise)} on ${numericDate(waiting.reported_at)}`
  const due = notice.charges[0]?.due_on
  if (!due) return ''
  return due < isoDay(new Date()) ? `was due ${numericDate(due)}` : `due ${numericDate(due)}`
}

const PayLink = ({ token, notice, variant }: OwnDues & { variant: 'primary' | 'ghost' }) => {
  const isReported = waitingReport(notice) !== undefined
  return (
    <ButtonLink
      size="sm"
      variant={isReported ? 'ghost' : variant}
      href={`/dues#token=${token}`}
      className="shrink-0 whitespace-nowrap sm:my-1"
    >
      {isReported ? 'View' : 'View and pay'}
    </ButtonLink>
  )
}

/** The sum and its day, on a phone one above the other, so that the button beside them has its line. */
const Owed = ({ notice }: { notice: Notice }) => (
  <span className="max-sm:grid max-sm:min-w-0 max-sm:flex-[1_0_5.5rem] max-sm:py-1 sm:contents">
    <span className="font-semibold tabular-nums">{formatRupees(notice.owed_paise)}</span>
    <span className="one-line text-ink-soft max-sm:text-xs">{dueOf(notice)}</span>
  </span>
)

/** On a phone above the news, which share a line. */
const wholeRow = 'max-sm:col-span-full max-sm:border-b max-sm:border-line max-sm:px-4'

const DuesCell = ({ token, notice }: OwnDues) => (
  <div
    className={`flex items-center gap-x-2 sm:gap-x-3 max-sm:min-h-13 max-sm:flex-wrap max-sm:pr-12 ${wholeRow}`}
  >
    <span className="max-sm:hidden">
      <State tone="warning">{noticeName(notice)}</State>
    </span>
    <span title={noticeName(notice)} className="flex items-center sm:hidden">
      <Dot tone="warning" />
    </span>
    <Owed notice={notice} />
    <PayLink token={token} notice={notice} variant="primary" />
  </div>
)

/** On a phone one line, as the news beside it. */
const PaidCell = ({ paidUntil }: { paidUntil: Day | null }) => (
  <div className={`flex flex-wrap items-center gap-x-3 max-sm:min-h-11 max-sm:pr-11 ${wholeRow}`}>
    <State tone="success">Nothing owed</State>
    {paidUntil && <span className="text-ink-soft">{`Paid until ${numericDate(paidUntil)}`}</span>}
  </div>
)

/** What is owed in one line, once the news were read. */
const DuesLine = ({ token, notice }: OwnDues) => (
  <section
    aria-label="What you owe"
    className="flex min-h-8 flex-wrap items-center gap-x-2 text-sm"
  >
    <Dot tone="warning" />
    <Owed notice={notice} />
    <PayLink token={token} notice={notice} variant="ghost" />
  </section>
)

interface NewsItem {
  id: string
  title: string
  place: string
  href: string
}

/**
 * The count alone until it is opened, because the directory was requested. On wide screens an item with an address is a
 * link.
 */
function NewsCell({
  title,
  href,
  items,
  opens,
}: {
  title: string
  /** The list of all of them, or the only one. */
  href: string | undefined
  items: readonly NewsItem[]
  /** The dialog over this screen that a link to one of them opens. */
  opens?: string
}) {
  const isPhone = useIsPhone()
  const list = (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-x-4">
      {items.map(({ id, title: name, place, href: itemHref }) => (
        <li key={id} className="min-w-0">
          <Link
            href={itemHref}
            state={opens && { opened: opens }}
            title={name}
            className="block min-h-6 content-center rounded-sm text-sm hover:underline touch:min-h-11"
          >
            <span className="one-line block">
              <span className="font-medium">{name}</span>{' '}
              <span className="text-ink-soft">{place}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
  if (href && !isPhone)
    return (
      <Link
        href={href}
        state={opens && { opened: opens }}
        className="rounded-sm text-accent-text underline decoration-line underline-offset-3 hover:decoration-current touch:content-center touch:min-h-11"
      >
        {title}
      </Link>
    )
  return (
    <details className="max-sm:px-4 max-sm:open:col-span-full sm:open:order-last sm:open:basis-full sm:open:pb-3">
      <summary className="font-medium max-sm:min-h-11 sm:touch:min-h-11">{title}</summary>
      {list}
    </details>
  )
}
