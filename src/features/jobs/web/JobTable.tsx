import { type ReactNode, useEffect, useRef } from 'react'
import { type Column, DataTable } from '#platform/web/DataTable.tsx'
import { shortDate } from '#shared/dates.ts'
import type { Job } from '../contract.ts'
import { jobsOf } from './calls.ts'
import { type JobList, ShowMore } from './JobCard.tsx'

interface JobTableProps {
  caption: string
  list: JobList
  /** Between the words of a job and its buttons. */
  columns: readonly Column<Job>[]
  /** The buttons of a row; `data-act` names those after which the job leaves the list. */
  actions: (job: Job) => ReactNode
}

/** The jobs an administrator works through, row by row. */
export function JobTable({ caption, list, columns, actions }: JobTableProps) {
  return (
    <>
      <DataTable
        caption={caption}
        rows={list.data ? jobsOf(list.data) : []}
        rowKey={({ id }) => id}
        columns={[
          ...words,
          ...columns,
          {
            key: 'actions',
            header: 'Actions',
            onPhone: 'actions',
            cell: (job) => (
              <span data-job={job.id} className="flex flex-wrap gap-2 sm:flex-nowrap">
                {actions(job)}
              </span>
            ),
          },
        ]}
      />
      <ShowMore list={list} />
    </>
  )
}

const words: Column<Job>[] = [
  {
    key: 'title',
    header: 'Title',
    onPhone: 'title',
    className: 'min-w-48 font-medium wrap-anywhere',
    cell: ({ title }) => <span className="line-clamp-3">{title}</span>,
  },
  {
    key: 'company',
    header: 'Company',
    className: 'min-w-36 wrap-anywhere',
    cell: ({ company_name }) => <span className="line-clamp-3">{company_name}</span>,
  },
  {
    key: 'posted',
    header: 'Posted On',
    className: 'whitespace-nowrap',
    cell: ({ created_at }) => <time dateTime={created_at}>{shortDate(created_at)}</time>,
  },
]

/**
 * Where the keyboard goes on when a job leaves its list: to the same button of the next row, else
 * of the row before, else to `area`. A focus that is elsewhere by then stays there.
 */
export function useRowFocus(list: JobList) {
  const area = useRef<HTMLDivElement>(null)
  const leaving = useRef<{ id: string; act: string; order: string[] }>(undefined)
  const ids = list.data ? jobsOf(list.data).map(({ id }) => id) : []
  // After every render: the row goes and the dialog closes in either order.
  useEffect(() => {
    const left = leaving.current
    if (!left || ids.includes(left.id) || document.querySelector('dialog[open]')) return
    leaving.current = undefined
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const at = left.order.indexOf(left.id)
    const near = [...left.order.slice(at + 1), ...left.order.slice(0, Math.max(at, 0)).reverse()]
    const stayed = near.find((id) => ids.includes(id))
    const button = stayed && buttonOf(area.current, stayed, left.act)
    const next = button || area.current
    next?.focus()
  })
  return {
    area,
    /** Says that this button of this job has been used. */
    leave: (id: string, act: string) => {
      leaving.current = { id, act, order: ids }
    },
  }
}

const buttonOf = (area: HTMLElement | null, id: string, act: string) =>
  area?.querySelector<HTMLElement>(`[data-job="${CSS.escape(id)}"] [data-act="${CSS.escape(act)}"]`)
