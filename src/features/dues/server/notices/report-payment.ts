/** Stores payments that members report. They count as paid only after an administrator has confirmed them. */

import { refuseFuturePayment } from '#features/ledger/server/payment-day.ts'
import { isSameMoney, moneyKey } from '#features/ledger/server/payments/references.ts'
import { lockPeople } from '#features/members/server/lock-queries.ts'
import { recordEvent } from '#features/notifications/server/events.ts'
import { newId } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import { claimFile, type StoredFile } from '#platform/server/files/stored-files.ts'
import type { UploadForm } from '#platform/server/files/upload-form.ts'
import { visitorFrom } from '#platform/server/files/uploader.ts'
import { withStoredFiles } from '#platform/server/files/with-stored-files.ts'
import { recordChange } from '#platform/server/history/history.ts'
import type { Client } from '#platform/server/http/client-network.ts'
import { parseInput } from '#platform/server/http/parse-input.ts'
import { enforceLimit } from '#platform/server/http/rate-limit.ts'
import type { World } from '#platform/server/world.ts'
import { limits } from '#shared/limits.ts'
import { Refusal } from '#shared/refusal.ts'
import { lettersAndDigits } from '#shared/values/reference.ts'
import type { Notice } from '../../notices/answers.ts'
import { type PaymentReport, paymentReport, referenceMessage } from '../../notices/contract.ts'
import { maxOpenReports } from '../../notices/rules.ts'
import { findByToken } from './link.ts'
import { readNotice } from './notice.ts'
import type { NoticeRow } from './queries.ts'
import {
  countOpenReportedPayments,
  insertReportedPayment,
  listCountedReports,
  type ReportedPaymentRow,
  rejectReversedReports,
} from './reported-payment-queries.ts'

/** Stores a report with its screenshot, unless the same money was reported before, and returns the notice. */
export async function reportPayment(
  world: World,
  { fields, files }: UploadForm,
  client: Client,
): Promise<Notice> {
  const values = Object.entries(fields).map(([name, list]) => [name, list[0]])
  const report = parseInput(paymentReport, Object.fromEntries(values))
  assertPossible(report, world.now())
  const owner = await findByToken(world.db, world, report.token)
  const earlier = await findSameReports(world.db, owner.member.id, report)
  if (earlier.some(counts)) return readNotice(world.db, world, owner)
  await enforceLimit(world.db, limits.paymentReports, client, world.now())
  if (files.length > 1) throw new Refusal('invalid', 'Please send one screenshot')
  await withStoredFiles(world, files, visitorFrom(client), async ([file]) => {
    const isUsed = await world.db
      .transaction()
      .execute((db) => storeReport(db, world, { notice: owner.notice, reported: report, file }))
    return { isUsed, answer: undefined }
  })
  return readNotice(world.db, world, owner)
}

const moneyOf = ({
  reference,
  amount_paise,
  paid_on,
}: Pick<ReportedPaymentRow, 'reference' | 'amount_paise' | 'paid_on'>) => ({
  mode: null,
  reference,
  amount_paise,
  paid_at: paid_on,
})

/** The open and confirmed reports of the same money. */
async function findSameReports(
  db: Database,
  personId: string,
  { amount, ...report }: PaymentReport,
) {
  const money = moneyOf({ ...report, amount_paise: amount })
  const reports = await listCountedReports(db, personId)
  return reports.filter((earlier) => isSameMoney(moneyOf(earlier), money))
}

/** Whether the payment of a report was not reversed. */
const counts = ({ voided_by }: { voided_by: string | null }): boolean => voided_by === null

function assertPossible({ reference, paid_on }: PaymentReport, now: Date): void {
  if (lettersAndDigits(reference).length < 4)
    throw new Refusal('invalid', referenceMessage, {
      field: 'reference',
    })
  refuseFuturePayment(paid_on, now, 'paid_on')
}

/** Returns false when the same payment has been reported in the meantime. */
async function storeReport(
  db: Database,
  { now: clock }: World,
  {
    notice,
    reported,
    file,
  }: { notice: NoticeRow; reported: PaymentReport; file: StoredFile | undefined },
): Promise<boolean> {
  const now = clock()
  const { reference, amount: amount_paise, paid_on } = reported
  const { id: noticeId, person_id: personId } = notice
  await lockPeople(db, [personId])
  const earlier = await findSameReports(db, personId, reported)
  if (earlier.some(counts)) return false
  if ((await countOpenReportedPayments(db, personId)) >= maxOpenReports)
    throw new Refusal(
      'conflict',
      `You have reported ${maxOpenReports} payments that the association has not checked yet`,
    )
  const claim = { kind: 'paymentScreenshot', owner: 'person', ownerId: personId } as const
  if (file && !(await claimFile(db, file.name, claim)))
    throw new Refusal('gone', 'Please select the screenshot again', {
      code: 'upload-gone',
      field: 'paymentScreenshot',
    })
  const id = newId(now)
  await rejectReversedReports(
    db,
    earlier.map(({ id: reversed }) => reversed),
  )
  await insertReportedPayment(db, {
    id,
    notice_id: noticeId,
    person_id: personId,
    reference,
    reference_key: moneyKey(moneyOf({ reference, amount_paise, paid_on })),
    amount_paise,
    paid_on,
    screenshot: file?.name ?? null,
    reported_at: now.toISOString(),
    outcome: null,
    decided_at: null,
    decided_by: null,
    reason: '',
    ledger_entry_id: null,
  })
  await recordEvent(db, { kind: 'payment', subjectId: id }, now)
  await recordChange(
    db,
    {
      actor: null,
      subject: 'person',
      subjectId: personId,
      action: 'payment reported',
      after: { reported_amount: amount_paise, reported_reference: reference },
    },
    now,
  )
  return true
}
