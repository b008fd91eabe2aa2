import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Member } from '#features/members/answers.ts'
import {
  type DuesFilter,
  duesFilters,
  duesStatusOn,
  seasonStatuses,
  seasonStatusOn,
} from '#features/members/dues-status.ts'
import {
  hasSeasonStatus,
  isNotRaised,
  lapsedWithin,
} from '#features/members/server/list/dues-status-queries.ts'
import { listMembers } from '#features/members/server/list/list-queries.ts'
import { hasMemberRole } from '#features/members/server/member-role-queries.ts'
import { addMember } from '#features/members/server/record/enrol.ts'
import { compare } from '#shared/compare.ts'
import { addDays } from '#shared/dates.ts'
import { engines } from '#test/support/engines.ts'
import { insertLedger } from '#test/support/money/ledger-entries.ts'
import { paidMark } from '#test/support/money/payments.ts'
import { ledgerHistory, ledgerOf } from '#test/support/money/renewals.ts'
import { importForm } from '#test/support/portal/imports.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { newMemberOf } from '#test/support/samples.ts'

const year = (from: number) => ({
  membership_valid_from: `${from}-04-01`,
  membership_valid_to: `${from + 1}-03-31`,
})

describe.each(engines)('dues on %s', (engine) => {
  /** Members by name, on 5 January 2025: the year is 2024-25. */
  const open = async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const pay = (id: string, validity: object) =>
      admin.put(`/api/admin/members/${id}/payment`, { ...paidMark, ...validity })
    const add = async (name: string, ...validities: object[]) => {
      const role = name.length % 2 ? 'oem' : 'vendor'
      const member = newMemberOf(role, `${name.replaceAll(' ', '.')}@ply.example`)
      const { id } = await addMember(portal.world, 'nobody', { ...member, name })
      for (const validity of validities) await pay(id, validity)
      return id
    }
    await add('never paid')
    await add('lapsed', year(2023))
    await add('part', { membership_valid_from: '2024-01-01', membership_valid_to: '2024-12-31' })
    await add('paid', year(2024))
    await add('renewed', year(2023), year(2024))
    const list = (query: string) => admin.get(`/api/admin/members?role=member&${query}`)
    const names = async (query: string) => (await list(query)).map(({ name }) => name)
    return { portal, admin, add, list, names }
  }

  test('filter and sort the register', async () => {
    const { names } = await open()
    expect(await names('dues=paid&sort=name')).toEqual(['paid', 'renewed'])
    expect(await names('dues=due&sort=name')).toEqual(['never paid'])
    expect(await names('dues=lapsed&sort=name')).toEqual(['lapsed', 'part'])
    expect(await names('dues=owes&sort=dues')).toEqual(['never paid', 'lapsed', 'part'])
    expect(await names('dues=owes&search=part&active=true&limit=5')).toEqual(['part'])
    expect((await names('sort=dues')).slice(0, 3)).toEqual(['never paid', 'lapsed', 'part'])
  })

  test('are filtered by the rule that the browser shows, with any ledgers', async () => {
    const { portal, list } = await open()
    for (const [index, history] of fc.sample(ledgerHistory, 60).entries()) {
      const form = newMemberOf('oem', `m${index}@ply.example`)
      const { id } = await addMember(portal.world, 'nobody', { ...form, name: `Member ${index}` })
      await insertLedger(portal.db, ledgerOf(id, history))
    }
    const all = (await list('sort=name')).toSorted((a, b) => compare(a.id, b.id))
    const today = fc.integer({ min: -900, max: 900 }).map((days) => addDays('2025-01-05', days))
    for (const day of ['2025-01-05', '2025-04-01', ...fc.sample(today, 20)] as const) {
      const is = (member: Member, dues: DuesFilter) => {
        const { status } = duesStatusOn(member, day)
        if (dues === 'owes') return status === 'due' || status === 'lapsed'
        return status === dues || (dues === 'paid' && status === 'waived')
      }
      for (const dues of duesFilters) {
        const { members } = await listMembers(portal.db, { dues }, undefined, day)
        const expected = all.filter((member) => is(member, dues))
        expect(members.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id))
      }
      const ids = async (condition: RawBuilder<boolean>) => {
        const rows = await portal.db.selectFrom('person').select('id').where(condition).execute()
        return rows.map(({ id }) => id).toSorted()
      }
      const from = addDays(day, -200)
      const lapsed = all.filter((member) => (duesStatusOn(member, day).since ?? '') >= from)
      expect(await ids(lapsedWithin(from, day))).toEqual(lapsed.map(({ id }) => id))
      const notRaised = all.filter((member) => duesStatusOn(member, day).isNotRaised)
      expect(await ids(sql`(${hasMemberRole} and ${isNotRaised(day)})`)).toEqual(
        notRaised.map(({ id }) => id),
      )
      for (const status of seasonStatuses) {
        const found = await portal.db
          .selectFrom('person')
          .select('id')
          .where('role', 'in', ['oem', 'vendor'])
          .where(hasSeasonStatus(status, day))
          .orderBy('id')
          .execute()
        const expected = all.filter((member) => seasonStatusOn(member, day) === status)
        expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
      }
    }
  })

  test('follow the payments that stay active when a renewal is reversed', async () => {
    const { admin, add, list } = await open()
    const id = await add('ahead', year(2024), year(2025))
    const paidUntil = async () => (await list('search=ahead'))[0]?.paid_until
    expect(await paidUntil()).toBe('2026-03-31')
    const unpaid = { payment_status: false }
    await admin.put(`/api/admin/members/${id}/payment`, unpaid)
    const [pending] = await list('search=ahead')
    expect(pending).toMatchObject({ payment_status: false, paid_until: '2025-03-31' })
  })

  test('of an imported payment without validity are those of its financial year', async () => {
    const { admin, list } = await open()
    const csv = 'name,email,company_name,whatsapp_number,payment_amount,payment_date\n'
    const rows = [
      'old,old@x.example,Old Co,9829012345,500,2023-03-31',
      'new,new@x.example,New Co,9829012346,500,2024-04-01',
    ]
    const file = new TextEncoder().encode(csv + rows.join('\n'))
    await admin.post('/api/members/import', importForm(file, { add_validity: 'false' }, 'oem.csv'))
    const [first] = await list('search=old@x.example')
    expect(first?.payment_status).toBe(true)
    expect(first?.paid_until).toBe(first?.membership_valid_to ?? '2023-03-31')
    expect((await list('search=x.example&dues=paid')).map(({ name }) => name)).toEqual(['new'])
  })

  test('belong to members only', async () => {
    const { admin } = await open()
    const all = await admin.get('/api/admin/members?dues=owes')
    expect(all.map(({ role }) => role)).not.toContain('admin')
    await expect(admin.get('/api/admin/members?dues=none')).rejects.toThrow(
      '400: Please choose dues from the list',
    )
  })
})
