import { type ReactNode, useMemo } from 'react'
import type { Column } from '#platform/web/table/columns.ts'
import { DataTable } from '#platform/web/table/DataTable.tsx'
import { rowsOf } from '#platform/web/table/loading/infinite-list.ts'
import { ShowMore } from '#platform/web/table/loading/ShowMore.tsx'
import { shortDate } from '#shared/dates.ts'
import type { Job } from '../answers.ts'
import type { JobListQuery } from './JobCards.tsx'

interface JobTableProps {
  caption: string
  list: JobListQuery
  /** Columns between those of the job and the actions; the same array in every render. */
  columns: readonly Column<Job>[]
  /**
   * The RowActions of a row; the same function in every render. Those after which the job leaves the
   * list carry `data-act` (see row-focus.ts).
   */
  actions: (job: Job) => ReactNode
}

export function JobTable({ caption, list, columns, actions }: JobTableProps) {
  const allColumns = useMemo(
    () => [...jobColumns, ...columns, actionsColumn(actions)],
    [columns, actions],
  )
  return (
    <>
      <DataTable
        caption={caption}
        rows={list.data ? rowsOf(list.data) : []}
        rowKey={({ id }) => id}
        columns={allColumns}
      />
      <ShowMore list={list} noun="jobs" />
    </>
  )
}

const actionsColumn = (actions: JobTableProps['actions']): Column<Job> => ({
  key: 'actions',
  header: 'Actions',
  onPhone: 'actions',
  align: 'end',
  cell: actions,
})

const jobColumns: Column<Job>[] = [
  {
    key: 'title',
    header: 'Title',
    onPhone: 'title',
    share: 40,
    className: 'font-medium',
    cell: ({ title }) => title,
  },
  {
    key: 'company',
    header: 'Company',
    onPhone: 'line',
    share: 30,
    cell: ({ company_name }) => company_name,
  },
  {
    key: 'posted',
    header: 'Posted On',
    className: 'text-ink-soft tabular-nums',
    cell: ({ created_at }) => <time dateTime={created_at}>{shortDate(created_at)}</time>,
  },
]
