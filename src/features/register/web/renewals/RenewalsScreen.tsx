import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { duesRates, duesRuns } from '#features/dues/web/calls.ts'
import { HeldChequesBanner } from '#features/dues/web/components/cheques/HeldChequesBanner.tsx'
import { ReportedPaymentsBanner } from '#features/dues/web/components/notices/ReportedPaymentsBanner.tsx'
import type { ReportNote } from '#features/dues/web/components/notices/ReportedPaymentsDialog.tsx'
import { openReportedPayments } from '#features/dues/web/notices/calls.ts'
import { heldCheques } from '#features/ledger/web/held-cheque-calls.ts'
import { Page } from '#platform/web/layout/Page.tsx'
import { isPhone } from '#platform/web/layout/phone.ts'
import { ShownTogether } from '#platform/web/layout/ShownTogether.tsx'
import { PrintListButton } from '#platform/web/print/PrintListButton.tsx'
import { useDialogParam } from '#platform/web/state/url-state.ts'
import { rowsOf, totalOf } from '#platform/web/table/loading/infinite-list.ts'
import { useList } from '#platform/web/table/loading/use-list.ts'
import { useRowFocus } from '#platform/web/table/rows/row-focus.ts'
import { useSelection } from '#platform/web/table/rows/selection.ts'
import { lazyPart, usePartLoading } from '#platform/web/ui/loading/lazy-part.tsx'
import { Skeleton, SkeletonTable } from '#platform/web/ui/loading/Skeleton.tsx'
import type { Renewal } from '../../renewals/answers.ts'
import { renewalList, renewalSummary, renewalTotals } from './calls.ts'
import { BulkPaymentsDialog, type OpenDialog, RenewalDialogs } from './RenewalDialogs.tsx'
import { RenewalFilterBar } from './RenewalFilterBar.tsx'
import { RenewalResults } from './RenewalResults.tsx'
import { RenewalSelectionToolbar, SelectAllButton } from './RenewalSelectionToolbar.tsx'
import { areChartsOpen, RenewalPlots, RenewalSummarySection } from './RenewalSummarySection.tsx'
import { printedColumns } from './RenewalTable.tsx'
import type { RenewalAction } from './renewal-actions.ts'
import { renewalFilterWords, useRenewalFilters } from './renewal-filters.ts'
import { SeasonActions, SeasonStart } from './SeasonActions.tsx'
import { WhatsappBanner } from './WhatsappBanner.tsx'

const ReportInStatement = lazyPart(
  async () =>
    (await import('#features/bank-statements/web/components/ReportInStatement.tsx'))
      .ReportInStatement,
)

const noteOfReport: ReportNote = (id, children) => (
  <ReportInStatement reportId={id}>{children}</ReportInStatement>
)
/** The history state with which MemberDetailsSheet opens the payments. */
const openPayments = { state: { tab: 'payments' } }

const placeholder = (
  <div className="grid gap-4 max-sm:gap-2">
    <Skeleton className="h-24 rounded-lg max-sm:h-11" />
    <Skeleton className="h-8 max-w-70 rounded-md max-sm:h-11" />
    <SkeletonTable rows={8} />
  </div>
)

const waiting = (
  <>
    <ReportedPaymentsBanner note={noteOfReport} />
    <HeldChequesBanner />
  </>
)

/** The queries that decide how high the content above the list is, besides the totals. */
function useAboveList(year: string) {
  // Only at first: charts that are opened later load independently.
  const [areChartsShown] = useState(() => !isPhone() && areChartsOpen())
  return [
    useQuery(duesRates),
    useQuery(duesRuns),
    useQuery(openReportedPayments),
    useQuery(heldCheques),
    useQuery({ ...renewalSummary(year), enabled: areChartsShown }),
    usePartLoading(RenewalPlots, areChartsShown),
  ]
}

/** Which members have paid, what the others owe and since when, with the actions for them (contract 2.14). */
export function RenewalsScreen() {
  const filters = useRenewalFilters()
  const { query } = filters
  const list = useList(renewalList(query))
  const year = filters.values.year ?? ''
  const totals = useQuery(renewalTotals(year))
  const aboveList = useAboveList(year)
  const rows = useMemo(() => (list.data ? rowsOf(list.data) : []), [list.data])
  // Without a total, only loaded rows are selected: the toolbar loads the others.
  const selection = useSelection({
    rows,
    list: JSON.stringify(query),
    isCurrent: list.isSuccess && !list.isPlaceholderData,
  })
  const [open, setOpen] = useState<OpenDialog>()
  const [, navigate] = useLocation()
  const bulk = useDialogParam('bulk')
  const { area, moveFocusFrom } = useRowFocus(useMemo(() => rows.map(({ id }) => id), [rows]))
  const onAction = useCallback(
    (renewal: Renewal, action: RenewalAction) => {
      // A member who no longer owes anything leaves the list of those who owe.
      moveFocusFrom(renewal.id, action === 'record payment' ? 'pay' : 'menu')
      if (action === 'account') navigate(`/admin/members?member=${renewal.id}`, openPayments)
      else if (action === 'whatsapp') setOpen({ dialog: action, ids: [renewal.id] })
      else setOpen({ dialog: action, renewal })
    },
    [navigate, moveFocusFrom],
  )
  const selectOnly = (ids: readonly string[]) => {
    const only = new Set(ids)
    for (const row of selection.rows) if (!only.has(row.id)) selection.onToggle(row)
  }
  const total = list.data && totalOf(list.data)
  const selectAll = <SelectAllButton selection={selection} query={query} total={total} />
  return (
    <Page
      title="Renewals"
      subtitle="Who has paid their dues, and who has not"
      actions={<SeasonActions onOpen={setOpen} onOpenBulk={() => bulk.open('list')} />}
    >
      <div data-fills-window className="contents">
        <ShownTogether queries={[totals, ...aboveList]} placeholder={placeholder}>
          <WhatsappBanner onOpen={() => setOpen({ dialog: 'whatsapp' })} />
          <SeasonStart onOpen={setOpen} />
          <RenewalSummarySection totals={totals} filters={filters} waiting={waiting} />
          <RenewalFilterBar
            filters={filters}
            years={totals.data?.years ?? []}
            list={list}
            actions={
              <>
                {selectAll}
                <PrintRenewals filters={filters} />
              </>
            }
            sheet={selectAll}
          />
          <RenewalSelectionToolbar
            selection={selection}
            search={filters.search}
            values={filters.values}
            total={total}
            onOpen={setOpen}
          />
          <RenewalResults
            list={list}
            rows={rows}
            area={area}
            selection={selection}
            filters={filters}
            onAction={onAction}
          />
        </ShownTogether>
      </div>
      {bulk.id !== null && <BulkPaymentsDialog onClose={bulk.close} />}
      <RenewalDialogs
        open={open}
        onClose={() => setOpen(undefined)}
        onDone={selection.clear}
        onSelect={selectOnly}
      />
    </Page>
  )
}

const PrintRenewals = ({ filters }: { filters: ReturnType<typeof useRenewalFilters> }) => (
  <PrintListButton
    title="Renewals"
    filters={renewalFilterWords(filters.search, filters.values)}
    path={renewalList(filters.query).initialPageParam}
    columns={printedColumns}
    one="member"
    many="members"
  />
)
