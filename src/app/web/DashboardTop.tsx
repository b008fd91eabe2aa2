import { useIsPhone } from '#platform/web/layout/phone.ts'
import { classNames } from '#platform/web/ui/class-names.ts'
import { StatCards } from './StatCards.tsx'
import { StatLine } from './StatLine.tsx'
import { ToDoList } from './ToDoList.tsx'

/**
 * What waits beside the counts. In a new portal the checklist has the width, and the counts, which are all 0, are one
 * line beside the title, or on a phone below the checklist. Not loaded with a list that was asked for by a link.
 */
export function DashboardTop({ isEmpty }: { isEmpty: boolean }) {
  const isPhone = useIsPhone()
  return (
    // One element for both: with another one React would mount the list, and a dialog open in it, again.
    <div
      className={classNames(
        'grid grid-cols-1 gap-3',
        !isEmpty && 'min-[1100px]:wide-beside-narrow',
      )}
    >
      <ToDoList />
      {isEmpty ? isPhone && <StatLine isInContent /> : <StatCards />}
    </div>
  )
}
