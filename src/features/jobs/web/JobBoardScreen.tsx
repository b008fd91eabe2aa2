import { useInfiniteQuery, useIsFetching } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import type { User } from '#features/members/answers.ts'
import { portal } from '#platform/web/api/portal-info.ts'
import { Page } from '#platform/web/layout/Page.tsx'
import { useDialogParam } from '#platform/web/state/url-state.ts'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { lazyPart, usePreload } from '#platform/web/ui/loading/lazy-part.tsx'
import { SkeletonRows } from '#platform/web/ui/loading/Skeleton.tsx'
import { tabClass } from '#platform/web/ui/Tabs.tsx'
import { isMemberRole } from '#shared/roles.ts'
import { BoardJobs } from './BoardJobs.tsx'
import { jobQueries, savedJobs } from './calls.ts'
import { JobCards } from './JobCards.tsx'
import { JobDetailsDialog } from './JobDetailsDialog.tsx'

// Only posters need the form and its libraries.
const MyPostingsTab = lazyPart(
  async () => (await import('./MyPostingsTab.tsx')).MyPostingsTab,
  () => <SkeletonRows rows={3} label="Loading your postings" />,
)
const PostJobDialog = lazyPart(async () => (await import('./PostJobDialog.tsx')).PostJobDialog)

const posterParts = [PostJobDialog, MyPostingsTab]

type Mode = 'board' | 'saved' | 'search'
type View = Mode | 'mine'

/** The job board in its modes (contract 2.4), with an OEM's postings. */
export function JobBoardScreen({
  mode,
  user,
  logoutButton,
  notice,
}: {
  mode: Mode
  user: User
  logoutButton: ReactNode
  /** Shown above the jobs. */
  notice?: ReactNode
}) {
  const [params, setParams] = useSearchParams()
  // The number of times the form was opened, as its key; 0 while it is closed.
  const [formCount, setFormCount] = useState(0)
  const post = () => setFormCount((count) => count + 1)
  const close = () => setFormCount(0)
  const isOem = user.role === 'oem'
  const view = isOem && mode === 'board' && params.get('tab') === 'mine' ? 'mine' : mode
  const details = useDialogParam('job')
  useTabTitle(view)
  const isBusy = useIsFetching(jobQueries) > 0
  usePreload(posterParts, isOem && !isBusy)
  return (
    <Page
      title="Job Board"
      subtitle={
        isOem
          ? 'Post job opportunities and hire employees for your company'
          : 'Browse job opportunities from OEM members'
      }
      actions={
        <>
          {logoutButton}
          {isOem && (
            <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={post}>
              Post New Job
            </Button>
          )}
        </>
      }
    >
      {notice}
      {formCount > 0 && (
        <PostJobDialog
          key={formCount}
          user={user}
          onClose={close}
          onPosted={() => {
            close()
            if (mode === 'board') setParams({ tab: 'mine' })
          }}
        />
      )}
      <ViewTabs user={user} view={view} />
      {(view === 'board' || view === 'search') && (
        <BoardJobs isSearch={view === 'search'} onView={details.open} />
      )}
      {view === 'saved' && <SavedJobs boardHref={boardPath(user)} onView={details.open} />}
      {view === 'mine' && <MyPostingsTab onView={details.open} onPost={post} />}
      {details.id && (
        <JobDetailsDialog id={details.id} canSave={view !== 'mine'} onClose={details.close} />
      )}
    </Page>
  )
}

const boardPath = ({ role }: User) => (isMemberRole(role) ? `/${role}/jobs` : '/jobs')

const viewLabels: Record<View, string> = {
  board: 'Job Board',
  saved: 'Saved Jobs',
  search: 'Search Jobs',
  mine: 'My Postings',
}

/** Links to the views of the board; hidden where the sidebar has the same links. */
function ViewTabs({ user, view }: { user: User; view: View }) {
  const boardHref = boardPath(user)
  const paths: [View, string][] = [
    ['board', boardHref],
    ...(user.role === 'oem' ? [['mine', `${boardHref}?tab=mine`] satisfies [View, string]] : []),
    ['saved', '/jobs/saved'],
    ['search', '/jobs/search'],
  ]
  return (
    <nav
      aria-label="Jobs"
      className={classNames(
        'relative bleed border-b border-line',
        // Its hairline is also the top border of the rows below.
        (view === 'saved' || view === 'mine') && 'max-sm:-mb-[9px]',
        !user.role && 'lg:hidden',
      )}
    >
      <ul className="-mb-px flex gap-5 overflow-x-auto overflow-y-hidden px-(--gutter) without-scrollbar">
        {paths.map(([name, path]) => (
          <li key={name} className="shrink-0">
            <Link
              href={path}
              aria-current={name === view ? 'page' : undefined}
              className={tabClass}
            >
              {viewLabels[name]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The heading is 'Job Board' in every view; the title of the browser tab names the view. */
function useTabTitle(view: View) {
  useEffect(() => {
    document.title = `${viewLabels[view]} · ${portal.product_name}`
  }, [view])
}

function SavedJobs({ boardHref, onView }: { boardHref: string; onView: (id: string) => void }) {
  return (
    <JobCards
      list={useInfiniteQuery(savedJobs)}
      onView={onView}
      empty={
        <EmptyState
          title="No saved jobs yet"
          action={<ButtonLink href={boardHref}>Browse the job board</ButtonLink>}
        >
          Select the bookmark on a job to save it here, even after it leaves the board.
        </EmptyState>
      }
    />
  )
}
