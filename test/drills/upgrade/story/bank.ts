/** Bank statements: sure lines, lines of others, lines for another member, ignored, recorded and opened again. */
import { isRecord } from '#shared/records.ts'
import {
  type BankLayout,
  type BankLine,
  bankStatement,
  narrations,
  neftReference,
  upiReference,
} from '#test/files/bank-statements.ts'
import type { CallRecorder, RecordedCall } from './call-recorder.ts'

interface Payer {
  id: string
  company_name: string
  membership_number: string
}

interface StoredLine {
  id: string
  narration: string
  proposal: { kind: string; person_id: string | null; entry_id: string | null } | null
}

const path = '/api/admin/bank-statements'

export function bank({ admin, look }: CallRecorder) {
  const linesFrom = async (imported: RecordedCall): Promise<StoredLine[]> =>
    isRecord(imported.body) && imported.body.id
      ? ((await look(`${path}/${imported.body.id}/lines?limit=500`)) as StoredLine[])
      : []
  const importLines = (layout: BankLayout, lines: readonly BankLine[]) => {
    const form = new FormData()
    const { name, bytes } = bankStatement(layout, lines)
    form.set('file', new File([bytes], name))
    return admin(`statement of ${layout}`, `POST ${path}`, form)
  }
  const decide = (about: string, line: StoredLine | undefined, change: object) =>
    admin(about, `PUT ${path}/lines/${line?.id ?? 'none'}`, change)

  /** Members who pay by their number, by the name of the firm and in other amounts, and strangers. */
  const play = async (layout: BankLayout, day: string, payers: readonly Payer[], first: number) => {
    const lines: BankLine[] = payers.map((payer, index) => {
      const serial = first + index
      const isNeft = index % 3 === 1
      const reference = isNeft ? neftReference(serial) : upiReference(serial)
      const note = index % 4 === 3 ? 'DUES' : `${payer.membership_number} DUES`
      const narration = narrations[layout][isNeft ? 'neft' : 'upi']
      return {
        date: day,
        narration: narration(payer.company_name.toUpperCase(), reference, note),
        reference,
        credit: [500_000, 500_000, 400_100, 250_000, 1_000_000][index % 5] ?? 0,
      }
    })
    const others: BankLine[] = [
      {
        date: day,
        narration: `INT.PD ${first}`,
        reference: upiReference(first + 800),
        credit: 123_45,
      },
      {
        date: day,
        narration: `CASH DEPOSIT ${first}`,
        reference: upiReference(first + 801),
        credit: 500_000,
      },
      { date: day, narration: 'CHEQUE RETURN CHARGES', reference: `${first}`, debit: 590_00 },
    ]
    const imported = await importLines(layout, [...lines, ...others])
    const statement = isRecord(imported.body) ? imported.body.id : 'none'
    const review = await admin('review', `GET ${path}/${statement}`)
    const sure = isRecord(review.body) && isRecord(review.body.sure) ? review.body.sure.token : ''
    await admin('all sure lines', `POST ${path}/${statement}/confirm-sure`, { token: sure })
    const open = (await linesFrom(imported)).filter(({ proposal }) => proposal !== null)
    const other = payers[0]?.id ?? ''
    for (const [index, line] of open.entries()) {
      const { proposal } = line
      const about = `line ${index}`
      if (index % 5 === 4) await decide(`${about}: ignored`, line, { state: 'ignored' })
      else if (proposal?.kind === 'recorded' && proposal.entry_id !== null)
        await decide(`${about}: recorded`, line, { state: 'recorded', entry_id: proposal.entry_id })
      else if (index % 5 !== 3)
        await decide(`${about}: confirmed`, line, {
          state: 'confirmed',
          person_id: proposal?.person_id ?? other,
          email_receipt: index % 5 === 0,
        })
    }
    const [, second, third] = await linesFrom(imported)
    await decide('the second line: opened again', second, { state: 'open' })
    await decide('the second line: another member', second, {
      state: 'confirmed',
      person_id: other,
    })
    await decide('the third line: opened again', third, { state: 'open' })
    await importLines(layout, lines.slice(0, 3))
    return statement
  }
  return {
    play,
    importLines,
    remove: (id: unknown) => admin('statement deleted', `DELETE ${path}/${id}`),
  }
}
