/** Members who owe dues, and their notices. */
import { randomUUID } from 'node:crypto'
import { withoutDues } from '#features/ledger/server/queries.ts'
import { addMember } from '#features/members/server/record/enrol.ts'
import type { Engine } from '../engines.ts'
import { type TestPortal, testPortal } from '../portal/test-portal.ts'
import { newMemberOf } from '../samples.ts'
import { insertLedger } from './ledger-entries.ts'

export const noticeSettings = {
  association_address: '12 Timber Market\nPune 411042',
  association_pan: 'AAATF0000K',
  bank_account_name: 'Panel Makers Association',
  bank_name: 'Example Bank',
  bank_account_number: '000123456789',
  bank_ifsc: 'EXAM0000123',
  upi_id: 'pma@examplebank',
  office_email: 'office@panel.example',
}

export const emailOfMember = (index: number) => `m${index}@teak.example`

/** A portal with payment details and members M0, M1… who were not charged yet. */
export async function openNotices(
  engine: Engine,
  count = 3,
  options?: Parameters<typeof testPortal>[1],
) {
  const portal = await testPortal(engine, options)
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const form = {
      ...newMemberOf('oem', emailOfMember(index)),
      name: `Member ${'ABCDEFGH'[index]}`,
    }
    ids.push((await addMember(portal.world, 'nobody', form)).id)
  }
  const admin = await portal.as('admin')
  await admin.put('/api/admin/settings', noticeSettings)
  await portal.mails()
  portal.mail.clear()
  return { portal, admin, ids, charge: (id: string, changes = {}) => charge(portal, id, changes) }
}

/** Adds a charge of ₹5,000 for 2024-25, due on 19 January 2025. */
async function charge(portal: TestPortal, personId: string, changes: object): Promise<void> {
  const at = portal.world.now().toISOString()
  await insertLedger(portal.db, [
    {
      id: randomUUID(),
      person_id: personId,
      kind: 'charge',
      amount_paise: -5000_00,
      ...withoutDues,
      year: '2024-25',
      item: 'dues',
      due_on: '2025-01-19',
      grace_until: '2025-02-18',
      run_id: null,
      reverses_id: null,
      receipt_number: null,
      office_receipt_number: null,
      mode: null,
      reference: '',
      valid_from: '2024-04-01',
      valid_to: '2025-03-31',
      paid_at: at,
      dues_at: at,
      recorded_at: at,
      recorded_by: null,
      member_name: 'Asha Patil',
      company_name: 'Teak & Co',
      membership_number: null,
      ...changes,
    },
  ])
}

/** The token of the private link in a mail or message. */
export function noticeTokenIn(text: string | undefined): string {
  const [, token = ''] = text?.match(/\/dues#token=([\w.-]+)/) ?? []
  return token
}
