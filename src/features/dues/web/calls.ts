import { useQuery } from '@tanstack/react-query'
import { queryOf, refresh, send } from '#platform/web/api/client.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import type { ToastMessage } from '#platform/web/toast/toast.ts'
import { isoDay } from '#shared/dates.ts'
import { financialStartYear, financialYearFrom } from '#shared/financial-year.ts'
import { formatRupees } from '#shared/rupees.ts'
import { countOf } from '#shared/sentences.ts'
import type { DuesRun } from '../answers.ts'
import * as endpoints from '../endpoints.ts'

/** Where the dues of each year are set. */
export const ratesPath = '/admin/settings?tab=dues'

export const duesRates = queryOf(endpoints.getDuesRates, {})
export const yearFees = queryOf(endpoints.getYearFees, {})
export const duesRuns = queryOf(endpoints.getDuesRuns, {})

/** What a member owes, with the member's version. */
export const memberAccount = (id: string) => ({
  ...queryOf(endpoints.getMemberAccount, { id }),
  refetchOnMount: 'always' as const,
})

const selectionOf = (ids: readonly string[] | undefined) => ids && { ids: [...ids] }

/** The members that raising the dues of a year would charge; without ids all members. */
export const useRunPreview = (year: string, ids: readonly string[] | undefined) =>
  useQuery({
    queryKey: ['dues run preview', year, ids],
    queryFn: ({ signal }) =>
      send(
        endpoints.postDuesRunPreview,
        { body: { year, selection: selectionOf(ids) } },
        { signal },
      ),
    gcTime: 0,
  })

export function useRaiseDues() {
  const undo = useUndoRun()
  return useSave(
    ({ year, ids, token }: { year: string; ids: readonly string[] | undefined; token: string }) =>
      send(endpoints.postDuesRun, { body: { year, selection: selectionOf(ids), token } }),
    {
      success: (run: DuesRun): ToastMessage => ({
        title: `Dues ${run.year} raised`,
        description: `${countOf(run.members, 'member', 'members')}, ${formatRupees(run.amount_paise)}`,
        action: { label: 'Undo', onSelect: () => undo.mutate({ id: run.id }) },
      }),
      failure: 'Failed to raise the dues',
      refresh: () => refresh(endpoints.postDuesRun),
    },
  )
}

export const useUndoRun = () =>
  useSave(endpoints.postDuesRunUndo, {
    success: ({ year }) => `Dues ${year} undone`,
    failure: 'Failed to undo the dues',
  })

export const useSaveRate = () =>
  useSave(endpoints.putDuesRate, {
    success: ({ year }) => `Dues ${year} saved`,
    failure: 'Failed to save the dues',
    awaitsRefresh: true,
  })

/**
 * Returns the financial years whose dues may be raised: the previous, the current and the next one. From February on,
 * the next year is selected first.
 */
export function yearsToRaise(now: Date): { all: string[]; initial: string } {
  const start = financialStartYear(now)
  const years = [start + 1, start, start - 1].map((year) => financialYearFrom(year).name)
  const isSeason = ['02', '03'].includes(isoDay(now).slice(5, 7))
  return { all: years, initial: years[isSeason ? 0 : 1] ?? '' }
}
