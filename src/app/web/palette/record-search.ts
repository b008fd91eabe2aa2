/** The records that the command palette finds on the server, by what the role may see. */
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import BriefcaseBusiness from 'lucide-react/icons/briefcase-business'
import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import UserRound from 'lucide-react/icons/user-round'
import { useEffect, useState } from 'react'
import type { Application } from '#features/applications/answers.ts'
import { getApplications } from '#features/applications/endpoints.ts'
import type { Job } from '#features/jobs/answers.ts'
import { getApprovedJobs, getJobs } from '#features/jobs/endpoints.ts'
import type { DirectoryMember, Member, User } from '#features/members/answers.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import { getDirectory, getMembers } from '#features/members/endpoints.ts'
import { memberTypeLabels } from '#features/members/role-labels.ts'
import { send } from '#platform/web/api/client.ts'
import type { AnswerOf, Endpoint, InputOf } from '#shared/endpoint.ts'
import { isMemberRole, type MemberRole } from '#shared/roles.ts'
import { matchItems, type PaletteItem, type PaletteTarget } from './palette-items.ts'

const debounceMs = 150
/** A search of one letter would find almost everything. */
const minimumLength = 2
/** The cache of a search: long enough for going back a letter, short enough to notice changes. */
const cacheMs = 30_000

/** 'records' searches everything; 'payment' searches the members whose payment can be recorded. */
export type SearchScope = 'records' | 'payment'

/** Searches a moment after the person stops typing. The results of the previous text stay until then. */
export function useRecordSearch(user: User, text: string, scope: SearchScope) {
  const search = useDebounced(text.trim().slice(0, 200))
  const isEnabled = search.length >= minimumLength
  const results = useQueries({
    queries: sourcesOf(user, search, scope).map((recordSource) => ({
      ...recordSource,
      enabled: isEnabled,
      staleTime: cacheMs,
      gcTime: cacheMs,
      placeholderData: keepPreviousData,
    })),
  })
  const isTyped = text.trim().length >= minimumLength
  return {
    items: isTyped && isEnabled ? results.flatMap(({ data }) => data ?? []) : [],
    /** True until the results belong to the text. */
    isSearching:
      isTyped && (search !== text.trim() || results.some(({ isFetching }) => isFetching)),
    hasFailed: isTyped && results.some(({ isError }) => isError),
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch()
    },
  }
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}

interface Source {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<PaletteItem[]>
}

/** A search of an endpoint, cached as items of the palette. */
const source = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  toItems: (answer: AnswerOf<E>) => PaletteItem[],
): Source => ({
  queryKey: ['palette', endpoint.path, input],
  queryFn: async ({ signal }) => toItems(await send(endpoint, input, { signal })),
})

function sourcesOf({ role }: User, search: string, scope: SearchScope): Source[] {
  if (scope === 'payment') {
    const query = { search, active: 'true', role: 'member', limit: 8 } as const
    return [
      source(getMembers, { query }, (members) => startsFirst(members.map(payingMember), search)),
    ]
  }
  if (role === 'admin')
    return [
      source(getMembers, { query: { search, role: 'member', limit: 20 } }, (members) =>
        startsFirst(members.map(registerMember), search).slice(0, 6),
      ),
      source(getApplications, { query: { search, limit: 4 } }, (applications) =>
        applications.map(applicationItem),
      ),
      source(getApprovedJobs, { query: { search, limit: 4 } }, (approved) =>
        approved.map((job) => jobItem(job, '/jobs')),
      ),
    ]
  const jobsPath = isMemberRole(role) ? `/${role}/jobs` : '/jobs'
  const jobs = source(getJobs, { query: { search, limit: 5 } }, (found) =>
    found.map((job) => jobItem(job, jobsPath)),
  )
  if (!isMemberRole(role)) return [jobs]
  return [
    source(getDirectory, { query: { search, limit: 20 } }, (members) =>
      startsFirst(
        members.map((member) => directoryMember(member, role)),
        search,
      ).slice(0, 6),
    ),
    jobs,
  ]
}

/** What has words that start with those of the search comes before what has them inside of words. */
function startsFirst(items: readonly PaletteItem[], search: string): PaletteItem[] {
  const first = new Set(matchItems(items, search))
  return [...first, ...items.filter((item) => !first.has(item))]
}

const details = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')

type FoundMember = Pick<DirectoryMember, 'id' | 'name' | 'company_name' | 'membership_number'>

const memberItem = (member: FoundMember, target: PaletteTarget): PaletteItem => {
  const label = memberDisplayName(member)
  return {
    key: `member ${member.id}`,
    group: 'Members',
    label,
    detail: details(
      member.company_name === label ? '' : member.company_name,
      member.membership_number === label ? '' : member.membership_number,
    ),
    keywords: details(member.company_name, member.membership_number),
    icon: UserRound,
    target,
  }
}

const registerMember = (member: Member) =>
  memberItem(member, { href: `/admin/members?member=${member.id}` })

const payingMember = (member: Member) =>
  memberItem(member, { dialog: { name: 'mark-paid', member } })

const directoryMember = (member: FoundMember, role: MemberRole) =>
  memberItem(member, { href: `/${role}/members?member=${member.id}` })

const applicationItem = ({ id, type, formData }: Application): PaletteItem => ({
  key: `application ${id}`,
  group: 'Applications',
  label: formData.name || formData.companyName,
  detail: details(formData.name ? formData.companyName : '', memberTypeLabels[type]),
  icon: ClipboardCheck,
  target: { href: `/admin/applications?application=${id}` },
})

const jobItem = ({ id, title, company_name }: Job, path: string): PaletteItem => ({
  key: `job ${id}`,
  group: 'Job openings',
  label: title,
  detail: company_name,
  icon: BriefcaseBusiness,
  target: { href: `${path}?job=${id}` },
})
