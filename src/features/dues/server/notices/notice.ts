/** A dues notice: what a member owes at this moment, and how to pay it. */

import type { AccountAnswer } from '#features/ledger/answers.ts'
import { newId, randomCode } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { World } from '#platform/server/world.ts'
import { upiLink, upiNote, vpaPattern } from '#shared/dues/upi.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Notice } from '../../notices/answers.ts'
import { noticeName } from '../../notices/rules.ts'
import { readAccountToPay } from '../read-dues.ts'
import { noticeTokenOf } from './link.ts'
import {
  findNoticeOf,
  listMembers,
  type MemberRow,
  type NoticeRow,
  upsertNotices,
} from './queries.ts'
import { listOwnReportedPayments } from './reported-payment-queries.ts'

/** Letters and digits without pairs that look alike, such as 0 and O. */
const referenceSigns = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** 'DN2627K7Q4XMWP': letters and digits only, because banks and UPI apps drop other signs. */
const newReference = (year: string): string =>
  `DN${year.slice(2).replace('-', '')}${randomCode(referenceSigns, 8)}`

/** The financial year of a notice: that of the newest charge that is not paid. */
export const yearOf = ({ charges }: AccountAnswer): string =>
  charges.findLast(({ open_paise }) => open_paise > 0)?.year ?? charges.at(-1)?.year ?? ''

/**
 * The notices of these members, made where there is none for the year; by the member's id. Call it
 * in a transaction. Only members who owe something get one.
 */
export function ensureNotices(
  db: Database,
  members: readonly { member: Pick<MemberRow, 'id'>; account: AccountAnswer }[],
  createdBy: string | null,
  now: Date,
): Promise<Map<string, NoticeRow>> {
  const rows = members.map(({ member, account }) => ({
    id: newId(now),
    reference: newReference(yearOf(account)),
    person_id: member.id,
    year: yearOf(account),
    amount_paise: account.owed_paise,
    made_at: now.toISOString(),
    made_by: createdBy,
  }))
  return upsertNotices(db, rows)
}

/** The notice as its member reads it. */
export async function readNotice(
  db: Database,
  world: World,
  { notice, member }: { notice: NoticeRow; member: MemberRow },
): Promise<Notice> {
  const account = await readAccountToPay(db, member.id, world.now())
  if (!account) throw new Refusal('missing', 'There are no dues for this membership')
  return noticeFrom(world, {
    notice,
    member,
    account,
    reports: await listOwnReportedPayments(db, member.id),
  })
}

interface NoticeParts {
  notice: NoticeRow
  member: MemberRow
  account: AccountAnswer
  reports: Notice['reports']
}

export function noticeFrom(
  { association }: Pick<World, 'association'>,
  { notice, member, account, reports }: NoticeParts,
): Notice {
  const details = association()
  return {
    reference: notice.reference,
    year: notice.year,
    name: member.name,
    company_name: member.company_name,
    membership_number: member.membership_number,
    language: member.document_language || details.document_language,
    charges: account.charges
      .filter(({ open_paise }) => open_paise > 0)
      .map(({ id: _id, grace_until: _grace, ...charge }) => charge),
    owed_paise: account.owed_paise,
    credit_paise: account.credit_paise,
    upi: upiOf(details, notice, account),
    bank: bankOf(details),
    association: {
      name: details.association_name,
      address: details.association_address,
      pan: details.association_pan,
      gstin: details.association_gstin,
      email: details.office_email,
      website: details.association_website,
    },
    reports,
  }
}

type Details = ReturnType<World['association']>

function upiOf(
  { upi_id: vpa, upi_payee_name, upi_merchant_code, association_name }: Details,
  { reference, year }: NoticeRow,
  { owed_paise: owed, charges }: AccountAnswer,
): Notice['upi'] {
  if (owed <= 0 || !vpaPattern.test(vpa)) return null
  const payeeName = upi_payee_name || association_name
  const link = upiLink({
    payeeAddress: vpa,
    payeeName,
    amountPaise: owed,
    reference,
    // The reference comes first, because banks truncate the note in statements.
    note: upiNote(`${reference} ${noticeName({ charges, year })}`),
    merchantCode: upi_merchant_code,
  })
  return { link, vpa, payee_name: payeeName }
}

export const bankOf = (details: Details): Notice['bank'] =>
  details.bank_account_number === ''
    ? null
    : {
        account_name: details.bank_account_name,
        bank_name: details.bank_name,
        account_number: details.bank_account_number,
        ifsc: details.bank_ifsc,
      }

/** The notice of a signed-in member with its token; null while there were never any dues. */
export async function readOwnNotice(
  world: World,
  personId: string,
): Promise<{ token: string; notice: Notice } | null> {
  return world.db.transaction().execute(async (db) => {
    const now = world.now()
    const [member] = await listMembers(db, [personId])
    const account = await readAccountToPay(db, personId, now)
    if (!member || !account) return null
    const owes = account.owed_paise > 0
    const notice = owes
      ? (await ensureNotices(db, [{ member, account }], null, now)).get(personId)
      : await findNoticeOf(db, personId)
    if (!notice) return null
    return {
      token: noticeTokenOf(world, notice, member.email),
      notice: await readNotice(db, world, { notice, member }),
    }
  })
}
