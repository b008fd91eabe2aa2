/** What happens in each month of the season, besides what happens to the cast and by chance. */
import { isRecord } from '#shared/records.ts'
import { samplePeople } from '../installations.ts'
import { castEmail, castEmails, raisedInMay, thisYear } from './cast.ts'
import { correctionSheet } from './chance.ts'
import { crowdSheets } from './crowd.ts'
import { invoicesSince } from './money.ts'
import type { Season } from './season-actions.ts'
import { witnesses } from './witnesses.ts'

export function ratesAndTaxes({ on, admin, rate }: Season): void {
  on('2026-05-11', async () => {
    for (const [year, oem, vendor] of [
      ['2024-25', '4500', '3501'],
      ['2025-26', '5000', '4001'],
      ['2026-27', '5000', '4001'],
    ] as const) {
      await rate(year, 'oem', { amount: oem })
      await rate(year, 'vendor', { amount: vendor })
    }
    await admin('receipts of exempt payments', 'POST /api/admin/receipts/treatments', {
      valid_from: '2026-04-01',
      kind: 'exempt',
      rate: '0',
      sac: '',
      legend: 'No GST: below the threshold.',
    })
    await admin('invoices', 'POST /api/admin/receipts/treatments', {
      valid_from: invoicesSince,
      kind: 'invoice',
      rate: '18',
      sac: '999599',
      legend: '',
    })
  })
}

/** Dues are raised, also by mistake, before the cast and chance pay them. */
export function duesRaisedInMay({ on, money, part, listed, join }: Season): void {
  on('2026-05-12', async () => {
    const selection = { ids: part(0, 10).map(money.idOf) }
    const mistaken = await money.raise('raised by mistake', '2024-25', { ...selection })
    await money.undoRun('the mistake is undone', mistaken)
    await money.undoRun('the mistake is undone again', mistaken)
    const few = part(0, 20).map(money.idOf)
    await money.raise('the year before the last', '2024-25', { ids: few })
    const last = [...raisedInMay('last'), ...part(0, 50)]
    await money.raise('last year', '2025-26', { ids: last.map(money.idOf) })
  })
  on('2026-05-13', async () => {
    const raised = new Set(raisedInMay('this'))
    const except = castEmails.filter((email) => !raised.has(email)).map(money.idOf)
    const query = { role: 'member', active: 'true' }
    const count = (await listed('role=member&active=true')).length - except.length
    const run = await money.raise('this year', '2026-27', { query, except, count })
    on('2026-07-12', () => money.undoRun('this year: some have paid', run))
  })
  on('2026-05-14', () => join('joiner-in-may', 'vendor'))
}

export function summer({
  on,
  statements,
  notices,
  money,
  part,
  payers,
  join,
  recorder,
}: Season): void {
  on('2026-06-15', async () => {
    const statement = await statements.play('HDFC', '2026-06-12', await payers(24, 3), 1000)
    await statements.remove(statement)
  })
  on('2026-07-05', async () => {
    await notices.send([...castEmails, ...part(0, 30)])
    await notices.send(castEmails.slice(0, 5), true)
    await notices.byHand(part(5, 10))
    for (const [index, name] of [
      'part',
      'arrears',
      'vendor-parts',
      'named-less',
      'late-next-year',
      'forwards',
    ].entries())
      await notices.report(
        castEmail(name),
        `UTR6200000000${index}`,
        ['1500', '5000', '4001.00', '1000', '250.50', '2500'][index] ?? '1',
        '2026-07-04',
      )
  })
  on('2026-07-08', () => notices.decide('2026-07-06'))
  on('2026-07-09', async () => {
    await statements.play('ICICI', '2026-07-08', await payers(18, 30), 2000)
  })
  on('2026-08-10', async () => {
    await join('joiner-in-august', 'vendor')
    await join('joiner-oem', 'oem')
    await recorder.learnIds()
    const joined = ['joiner-in-may', 'joiner-in-august', 'joiner-oem'].map(castEmail)
    await money.raise('joiners', '2026-27', { ids: joined.map(money.idOf) })
    await money.pay(castEmail('joiner-in-august'), { rupees: 2500, mode: 'Cash' })
    await money.pay(castEmail('joiner-oem'), { rupees: 7500, email_receipt: true })
  })
}

export function correctionSheets({ on, sheets, money, part, withoutReceipt }: Season): void {
  on('2026-09-01', async () => {
    const sheet = correctionSheet('corrections.csv', await withoutReceipt(part(0, 40)), 1)
    await sheets.plan(sheet)
    await sheets.undo(await sheets.write(sheet), true)
    const renewed = await withoutReceipt(part(20, 60))
    const kept = await sheets.write(correctionSheet('renewals.csv', renewed, 2))
    await money.pay(renewed[1] ?? '', { rupees: 100 })
    const newcomers = crowdSheets(30).map((one) => ({
      ...one,
      csv: one.csv
        .replaceAll('@crowd.example', '@newcomers.example')
        .replaceAll('+91 98', '+91 94'),
    }))
    for (const one of newcomers.slice(0, 1)) await sheets.undo(await sheets.write(one), false)
    await sheets.undo(kept, false)
    await sheets.undo(kept, true)
  })
}

export function actionsOnSelections({ on, admin, money, part }: Season): void {
  on('2026-10-05', async () => {
    const selection = { ids: part(15, 35).map(money.idOf) }
    const [, membership_valid_to] = thisYear
    const preview = { selection, membership_valid_to }
    await admin('preview of Mark Paid', 'POST /api/admin/bulk/payments/preview', preview)
    const mark = {
      payment_status: true,
      membership_valid_from: thisYear[0],
      membership_valid_to,
      paymentAmount: '5000',
      paymentMode: 'Cheque',
      paymentRef: 'One cheque for all',
    }
    await admin('Mark Paid for many', 'POST /api/admin/bulk/payments', { selection, mark })
    const few = { ids: part(30, 38).map(money.idOf) }
    await admin('Mark Paid for some again', 'POST /api/admin/bulk/payments', {
      selection: few,
      mark: { ...mark, paymentAmount: '4800' },
      replace: true,
    })
    for (const [index, action] of (['hide', 'show', 'deactivate'] as const).entries()) {
      const selection = { ids: part(index * 4, index * 4 + 5).map(money.idOf) }
      await admin(`preview: ${action}`, 'POST /api/admin/bulk/members/preview', {
        selection,
        action,
      })
      await admin(action, 'POST /api/admin/bulk/members', { selection, action })
    }
  })
}

export function deletedMembers({ on, admin, money, part }: Season): void {
  on('2026-10-06', async () => {
    const gone = money.idOf(castEmail('inactive'))
    const path = `/api/admin/members/${gone}`
    await admin('deleted while active', `DELETE ${path}`)
    await admin('deactivated', `PUT ${path}/status`, { is_active: false })
    await admin('deleted', `DELETE ${path}`)
    for (const email of part(12, 15)) {
      const member = `/api/admin/members/${money.idOf(email)}`
      await admin(`${email}: deactivated`, `PUT ${member}/status`, { is_active: false })
      await admin(`${email}: deleted`, `DELETE ${member}`)
    }
  })
}

export function policiesForLatePayments({ on, settings }: Season): void {
  on('2026-11-11', () => settings('late: from the payment', { late_renewal: 'payment' }))
  on('2026-11-26', () => settings('late: the next year', { late_renewal: 'next-year' }))
  on('2026-12-10', () => settings('late: continues', { late_renewal: 'continues' }))
}

export function certificates({ on, admin, money, part, recorder }: Season): void {
  on('2026-12-05', async () => {
    const selection = {
      ids: [...castEmails.slice(0, 12), ...part(40, 55)].map(money.idOf),
    }
    await admin('certificates', 'POST /api/admin/certificates', { selection })
    await admin('certificates again', 'POST /api/admin/certificates', {
      selection: { ids: selection.ids.slice(0, 3) },
      reissue: true,
    })
    const path = `/api/admin/members/${money.idOf(castEmail('named'))}/certificates`
    const [newest] = (await recorder.look(path)) as { id: string }[]
    await admin('certificate revoked', `POST /api/admin/certificates/${newest?.id}/revoke`, {
      reason: 'Left the trade',
    })
    await admin('filter', 'POST /api/admin/saved-filters', {
      name: 'Lapsed vendors',
      query: { role: 'vendor', dues: 'lapsed' },
    })
  })
}

export function jobsAndApplications({ on, admin, recorder }: Season): void {
  on('2026-12-06', async () => {
    const poster = { email: samplePeople.oem, type: 'member' as const }
    const job = {
      title: 'Carpenter',
      description: 'For our works in Jodhpur',
      location: 'Jodhpur',
      location_type: 'onsite',
      employment_type: 'full-time',
      how_to_apply: 'Please call',
      pay_min: 18_000,
      pay_max: 24_000,
      pay_period: 'month',
      openings: 3,
    }
    const posted = await recorder.as(poster, 'job', 'POST /api/jobs', job)
    const id = isRecord(posted.body) ? posted.body.id : 'none'
    await admin('job approved', `PUT /api/admin/jobs/${id}/status`, { status: 'approved' })
    const seeker = { email: samplePeople.seeker, type: 'jobseeker' as const }
    await recorder.as(seeker, 'job saved', `PUT /api/jobs/${id}/saved`, { saved: true })
    const applications = (await recorder.look('/api/admin/applications?status=pending')) as {
      id: string
    }[]
    for (const [index, application] of applications.slice(0, 2).entries())
      await admin(`application ${index}`, `PUT /api/admin/applications/${application.id}/status`, {
        status: index === 0 ? 'approved' : 'rejected',
        reason: index === 0 ? '' : 'Not in our trade',
      })
  })
}

/** A receipt is mailed, a profile is edited and undone, and members are invited. */
export function oneMember({ on, admin, money, part, recorder }: Season): void {
  on('2026-12-07', async () => {
    const member = castEmail('parts')
    const path = `/api/admin/members/${money.idOf(member)}`
    const [payment] = (await recorder.look(`${path}/payments`)) as { id: string }[]
    await admin('receipt mailed', `POST /api/admin/payments/${payment?.id}/receipt-mail`, {})
    await admin('edited', `PUT ${path}`, {
      name: 'Cast Parts',
      company_name: 'Parts & Daughters',
      whatsapp_number: '+91 98220 12345',
      remarks: 'Prefers calls',
      gstin: '27AAPFU0939F1ZV',
    })
    await recorder.as({ email: member, type: 'member' }, 'profile', 'PUT /api/profile', {
      name: 'Cast Of Parts',
      address: '14 Timber Market, Nagpur 440016',
      show_phone: false,
    })
    const [newest] = (await recorder.look(`${path}/history`)) as { id: string }[]
    await admin('profile undone', `POST /api/admin/history/${newest?.id}/undo`, {})
    const audience = { ids: part(60, 70).map(money.idOf) }
    const preview = await admin('invitations: preview', 'POST /api/admin/invitations/preview', {
      audience,
    })
    const count = isRecord(preview.body) ? preview.body.count : 0
    await admin('invitations', 'POST /api/admin/invitations', { audience, count })
  })
}

export function nextYear({
  on,
  rate,
  join,
  money,
  statements,
  notices,
  part,
  payers,
  recorder,
  settings,
}: Season): void {
  on('2027-03-10', async () => {
    await rate('2027-28', 'oem', { amount: '5500' })
    await rate('2027-28', 'vendor', { amount: '4400.50', joining_fee: '1200', grace_days: 45 })
    await money.raise('next year for some', '2027-28', {
      ids: part(55, 70).map(money.idOf),
    })
  })
  on('2027-03-31', () => join('joiner-in-march', 'vendor'))
  on('2027-04-01', async () => {
    await money.raise('the new year', '2027-28')
    await money.markPaid(castEmail('imported'), ['2027-04-01', '2028-03-31'], { rupees: 5500 })
  })
  on('2027-04-15', async () => {
    await statements.play('SBI', '2027-04-12', await payers(15, 60), 3000)
    await statements.play('Axis', '2027-04-13', await payers(12, 80), 4000)
    await notices.send(part(40, 60))
  })
  on('2027-05-18', async () => {
    // The first look at a member's notice draws its reference at random.
    for (const witness of witnesses) await recorder.as(witness, 'own notice', 'GET /api/dues/mine')
  })
  // Nothing is sent: before 9:00 no reminder is, and no due day is near.
  on('2027-05-19', () => settings('reminders', { dues_reminders: '-14, 0, 15' }))
}
