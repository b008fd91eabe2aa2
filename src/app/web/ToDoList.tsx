import { useQuery } from '@tanstack/react-query'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useId } from 'react'
import { getReview } from '#features/bank-statements/endpoints.ts'
import { SetupButton, useSetup } from '#features/settings/web/first-day/SetupSteps.tsx'
import { queryOf } from '#platform/web/api/client.ts'
import { ButtonLink } from '#platform/web/ui/Button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { LoadFailed } from '#platform/web/ui/loading/LoadFailed.tsx'
import { Skeleton } from '#platform/web/ui/loading/Skeleton.tsx'
import { Dot } from '#platform/web/ui/State.tsx'
import { GettingStarted } from './GettingStarted.tsx'
import { toRows, useDashboard, useStats } from './StatLine.tsx'
import { type ToDo, toDoList } from './to-do.ts'

/** What must be done first, each with its button; the setup of a new portal in its head. */
export function ToDoList() {
  const id = useId()
  const setup = useSetup()
  const { query, items } = useToDo()
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface"
    >
      <div className="flex min-h-11 flex-wrap items-center gap-x-2 py-1 pr-2 pl-4">
        <h2 id={id} className="text-base">
          To do
        </h2>
        {items && items.length > 0 && (
          <span className="text-sm text-ink-faint tabular-nums">{items.length}</span>
        )}
        {setup && (
          <div className="ml-auto">
            <SetupButton setup={setup} />
          </div>
        )}
      </div>
      {setup && <GettingStarted setup={setup} />}
      {query.isError && !items ? (
        <div className="border-t border-line px-4 py-1">
          <LoadFailed title="Couldn't load what waits" query={query} />
        </div>
      ) : items === undefined ? (
        <div className="grid gap-4 border-t border-line p-4">
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      ) : items.length > 0 ? (
        <ul>
          {items.map((item, index) => (
            <ToDoRow key={item.key} item={item} isNext={index === 0 && !setup?.hasOpenSteps} />
          ))}
        </ul>
      ) : (
        !setup?.isOpen && (
          <p className="border-t border-line px-4 py-3 text-base text-ink-soft">
            Nothing is waiting.
          </p>
        )
      )}
    </section>
  )
}

function useToDo() {
  const stats = useStats()
  const dashboard = useDashboard()
  const statement = dashboard.data?.toDo.bankLines?.statement
  const review = useQuery({
    ...queryOf(getReview, { id: statement ?? '' }),
    enabled: statement !== undefined,
  })
  return {
    query: stats.isError ? stats : dashboard,
    items:
      stats.data && dashboard.data
        ? toDoList({
            stats: stats.data,
            dashboard: dashboard.data,
            review: review.data,
            now: new Date(),
          })
        : undefined,
  }
}

/** `isNext` makes its button the solid one of the screen, which otherwise is that of the first open step. */
function ToDoRow({ item, isNext }: { item: ToDo; isNext: boolean }) {
  const isHere = item.href.startsWith('/admin?tab=')
  return (
    <li
      className={classNames(
        'flex min-h-12 items-center gap-x-3 border-t border-line px-4 py-1.5 max-sm:gap-x-2',
        !isNext && 'max-sm:relative max-sm:pr-2.5 max-sm:hover:bg-hover',
      )}
    >
      <Dot tone={item.tone} />
      <p className="min-w-0 flex-1 text-base">
        <span>
          {item.sentence.split('*').map((part, index) => (
            <span
              key={index.toString()}
              className={index % 2 === 1 ? 'font-semibold tabular-nums' : undefined}
            >
              {part}
            </span>
          ))}
        </span>
        {item.detail && <span className="sr-only">: </span>}
        {item.detail && (
          <span className="ml-1.5 text-sm text-ink-soft max-sm:ml-0 max-sm:block">
            {item.detail}
          </span>
        )}
      </p>
      <ButtonLink
        href={item.href}
        state={isHere ? toRows : undefined}
        variant={isNext ? 'primary' : 'soft'}
        className={isNext ? 'shrink-0' : softClass}
      >
        {isNext ? (
          item.action
        ) : (
          <>
            <span className="max-sm:sr-only">{item.action}</span>
            <ChevronRight aria-hidden="true" className="sm:hidden" />
          </>
        )}
      </ButtonLink>
    </li>
  )
}

/** On a phone only the first one is a button: the others are an arrow, and the whole row is their link. */
const softClass =
  'shrink-0 max-sm:static! max-sm:bg-transparent max-sm:px-1.5 max-sm:after:absolute max-sm:after:inset-0 max-sm:hover:border-transparent max-sm:hover:bg-transparent'
