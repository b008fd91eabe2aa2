import { useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { getOwnCertificate } from '#features/certificates/endpoints.ts'
import type { Notice } from '#features/dues/notices/answers.ts'
import { noticeName, waitingReport } from '#features/dues/notices/rules.ts'
import { ownNotice } from '#features/dues/web/notices/calls.ts'
import { queryOf } from '#platform/web/api/client.ts'
import { useIsPhone } from '#platform/web/layout/phone.ts'
import { readLocalItem, writeLocalItem } from '#platform/web/state/web-storage.ts'
import { ButtonLink, IconButton } from '#platform/web/ui/Button.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { Dot, State } from '#platform/web/ui/State.tsx'
import { isoDay, numericDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import { countOf } from '#shared/sentences.ts'
import { getNews } from '../endpoints.ts'

/** What was read last, on this device. */
const readKey = 'member-news-read'

/** Above the directory: what the member owes, new members and new jobs. Once read it folds, until there is more. */
export function MemberStrip({ type }: { type: 'oem' | 'vendor' }) {
  const news = useQuery(queryOf(getNews, {}))
  const own = useQuery(ownNotice)
  const [read, setRead] = useState(() => readLocalItem(readKey))
  const certificate = useQuery(queryOf(getOwnCertificate, {}))
  if (news.isPending || own.isPending || certificate.isPending)
    return read === undefined ? <Skeleton className="h-32 w-full rounded-lg" /> : null
  const owed = own.data && own.data.notice.owed_paise > 0 ? own.data : undefined
  const { members, jobs } = news.data ?? { members: none, jobs: none }
  const latest = [members.latest[0]?.id, jobs.latest[0]?.id].join(' ')
  const paidUntil = certificate.data?.valid_until ?? null
  const isRead = latest === ' ' || read === latest
  if (isRead) return owed ? <DuesLine {...owed} /> : null
  return (
    <section
      aria-label="News"
      className="relative rounded-lg border border-line bg-surface sm:pr-10"
    >
      <div className="divide-line max-sm:grid max-sm:grid-cols-2 sm:flex sm:divide-x">
        {owed ? (
          <DuesCell {...owed} />
        ) : (
          (own.data || paidUntil) && <PaidCell paidUntil={paidUntil} />
        )}
        {members.count > 0 && (
          <NewsCell
            title={countOf(members.count, 'new member', 'new members')}
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
        className="absolute top-1.5 right-1.5 touch:top-0 touch:right-0"
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
    <ButtonLink size="sm" variant={isReported ? 'ghost' : variant} href={`/dues#token=${token}`}>
      {isReported ? 'View' : 'View and pay'}
    </ButtonLink>
  )
}

/** On a phone above the news, which share a line. */
const wholeRow = 'shrink-0 max-sm:col-span-2 max-sm:border-b max-sm:border-line sm:pr-8'

const DuesCell = ({ token, notice }: OwnDues) => (
  <div className={`grid content-start justify-items-start gap-1.5 px-4 py-3 ${wholeRow}`}>
    <State tone="warning">{noticeName(notice)}</State>
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className="text-2xl font-semibold tracking-[-0.02em] tabular-nums">
        {formatRupees(notice.owed_paise)}
      </span>
      <span className="text-sm text-ink-soft">{dueOf(notice)}</span>
    </p>
    <PayLink token={token} notice={notice} variant="primary" />
  </div>
)

/** On a phone one line, as the news beside it. */
const PaidCell = ({ paidUntil }: { paidUntil: string | null }) => (
  <div
    className={`flex flex-wrap items-center gap-x-3 px-4 max-sm:min-h-11 max-sm:pr-11 sm:grid sm:content-start sm:gap-1.5 sm:py-3 ${wholeRow}`}
  >
    <State tone="success">Nothing owed</State>
    {paidUntil && (
      <span className="text-sm text-ink-soft">{`Paid until ${numericDate(paidUntil)}`}</span>
    )}
  </div>
)

/** What is owed in one line, once the news were read. */
const DuesLine = ({ token, notice }: OwnDues) => (
  <section
    aria-label="What you owe"
    className="flex min-h-8 flex-wrap items-center gap-x-2 text-sm"
  >
    <Dot tone="warning" />
    <span className="font-semibold tabular-nums">{formatRupees(notice.owed_paise)}</span>
    <span className="text-ink-soft">{dueOf(notice)}</span>
    <PayLink token={token} notice={notice} variant="ghost" />
  </section>
)

interface NewsItem {
  id: string
  title: string
  place: string
  href: string
}

/** A phone shows the count alone until it is opened: the directory is what was asked for. */
function NewsCell({
  title,
  href,
  items,
  opens,
}: {
  title: string
  /** The list of all of them, where there is one. */
  href?: string
  items: readonly NewsItem[]
  /** The dialog over this screen that the items open. */
  opens?: string
}) {
  const isPhone = useIsPhone()
  const list = (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-x-4">
      {items.map(({ id, title: name, place, href }) => (
        <li key={id} className="min-w-0">
          <Link
            href={href}
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
  if (isPhone)
    return (
      <details className="px-4 open:col-span-2">
        <summary className="min-h-11 content-center text-sm font-medium">{title}</summary>
        {list}
      </details>
    )
  return (
    <div className="grid min-w-0 flex-1 content-start gap-1.5 px-4 py-3">
      <h2 className="text-sm font-medium text-ink-soft">
        {href ? <NewsLink href={href}>{title}</NewsLink> : title}
      </h2>
      {list}
    </div>
  )
}

const NewsLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link
    href={href}
    className="rounded-sm text-accent-text underline decoration-line underline-offset-3 hover:decoration-current"
  >
    {children}
  </Link>
)
