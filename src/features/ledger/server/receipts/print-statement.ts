/** Prints the statement of account of a member. */
import { findPerson, type PersonRow } from '#features/members/server/queries.ts'
import { renderInThread } from '#platform/server/documents/render-in-thread.ts'
import { readPicture } from '#platform/server/files/picture.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { yearNamed } from '#shared/financial-year.ts'
import { Refusal } from '#shared/refusal.ts'
import { sum } from '#shared/sum.ts'
import { accountOf } from '../../account.ts'
import { paperOf } from '../../receipts/content.ts'
import { accountStatementOf } from '../../receipts/statement.ts'
import { type LedgerRow, listEntriesOf } from '../queries.ts'
import { readPapersOf } from './receipt-content.ts'
import type { StatementPage } from './statement-document.ts'

interface StatementOptions {
  /** Like '2026-27'; undefined for all entries. */
  year: string | undefined
  /** Who waits for it. */
  client: string
}

/** Throws Refusal 'missing' for an unknown member. */
export async function printStatement(
  world: World,
  personId: string,
  { year, client }: StatementOptions,
): Promise<{ filename: string; content: Buffer }> {
  const member = await findPerson(world.db, personId)
  if (!member) throw noMember()
  const page = await statementPage(world, member, await listEntriesOf(world.db, personId), year)
  const module = new URL('./statement-document.ts', import.meta.url)
  const name = (member.membership_number ?? '').replaceAll(/[^A-Za-z0-9-]+/g, '-')
  return {
    filename: `${['statement', name, year].filter(Boolean).join('-')}.pdf`,
    content: await renderInThread(module, page, { client }),
  }
}

export const noMember = () => new Refusal('missing', 'Member not found')

async function statementPage(
  world: World,
  member: PersonRow,
  ledger: readonly LedgerRow[],
  yearName: string | undefined,
): Promise<StatementPage> {
  // Loaded at the first statement, because it loads the shaper of the fonts.
  const { withDrawableTexts } = await import('#platform/server/documents/letters.ts')
  const details = world.association()
  const day = isoDay(world.now())
  const year = yearNamed(yearName ?? '')
  const later =
    year && year.to < day
      ? []
      : accountOf(ledger).charges.filter(
          ({ counts_from, open_paise }) => counts_from > day && open_paise > 0,
        )
  const papers = await readPapersOf(world.db, [member.id])
  const entries = ledger.map((row) => {
    const content = papers.get(row.id)
    return { ...row, paper: content && paperOf(content) }
  })
  return {
    ...accountStatementOf(entries, year),
    language: member.document_language || details.document_language,
    association: {
      name: details.association_name,
      address: details.association_address,
      email: details.office_email,
      website: details.association_website,
      pan: details.association_pan,
      gstin: details.association_gstin,
      logo: await readPicture(world, details.association_logo, 'small'),
    },
    member: withDrawableTexts({
      name: member.name,
      company_name: member.company_name,
      membership_number: member.membership_number ?? '',
      address: member.address || member.certificate_postal_address || member.factory_address || '',
      gstin: member.gstin ?? '',
    }),
    year,
    day,
    later_paise: sum(later, ({ open_paise }) => open_paise),
    later_years: [...new Set(later.map((charge) => charge.year))],
  }
}
