import { useState } from 'react'
import { SelectField } from '#platform/web/form/SelectField.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { withFullStop } from '#shared/sentences.ts'
import type { StatementColumns } from '../answers.ts'
import { type ChosenColumns, type ColumnName, chosenColumns } from '../columns.ts'

interface MatchColumnsProps {
  file: StatementColumns
  /** Why the columns must be matched; undefined when the treasurer matches them again. */
  why: string | undefined
  /** The id of the form. */
  id: string
  /** Why the columns that were sent are wrong. */
  error: string | undefined
  onImport: (columns: ChosenColumns) => void
}

/** How a bank writes what was paid in and what was paid out. */
const amountForms = {
  two: 'Two columns: paid in, paid out',
  one: 'One column with a minus, Cr or Dr',
  sign: 'One column, and one for Cr or Dr',
}
type AmountForm = keyof typeof amountForms

const columnsOf: Record<AmountForm, readonly ColumnName[]> = {
  two: ['credit', 'debit'],
  one: ['amount'],
  sign: ['amount', 'sign'],
}

const labels: Record<ColumnName, string> = {
  date: 'Day',
  narration: 'Description',
  reference: 'Reference',
  credit: 'Paid in',
  debit: 'Paid out',
  amount: 'Amount',
  sign: 'Cr or Dr',
  balance: 'Balance',
}
const optional: readonly ColumnName[] = ['reference', 'debit', 'balance']

/** The columns of a statement whose headings are not known, for the treasurer to match. */
export function MatchColumns({ file, why, id, error, onImport }: MatchColumnsProps) {
  const [chosen, setChosen] = useState<ChosenColumns>(() => recognised(file))
  const [form, setForm] = useState<AmountForm>(() => formOf(recognised(file)))
  const shown: readonly ColumnName[] = [
    'date',
    'narration',
    'reference',
    ...columnsOf[form],
    'balance',
  ]
  const columns: ChosenColumns = Object.fromEntries(
    shown.flatMap((name) => (chosen[name] === undefined ? [] : [[name, chosen[name]]])),
  )
  const [wrong, setWrong] = useState<WrongColumn>()
  return (
    <form
      id={id}
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const parsed = chosenColumns.safeParse(columns)
        const wrongNow = wrongColumn(shown, columns, parsed.error?.issues[0]?.message)
        setWrong(wrongNow)
        if (parsed.success) onImport(parsed.data)
        else if (wrongNow)
          event.currentTarget.querySelector<HTMLElement>(`[name="${wrongNow.name}"]`)?.focus()
      }}
    >
      <Banner tone="warning" title="Which column is which?">
        {why && <p>{withFullStop(why)}</p>}
        <p>Your choice is remembered for files with the same headings.</p>
      </Banner>
      <FirstRows file={file} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {shown.map((name, index) => (
          <div key={name} className="contents">
            {name === columnsOf[form][0] && (
              <SelectField
                label="How are amounts written?"
                className="sm:col-span-2"
                options={Object.entries(amountForms).map(([value, label]) => ({ value, label }))}
                value={form}
                onChange={({ target }) => setForm(target.value as AmountForm)}
              />
            )}
            <SelectField
              {...(index === 0 && { 'data-first-focus': true })}
              name={name}
              label={labels[name]}
              error={wrong?.name === name ? wrong.message : undefined}
              optional={optional.includes(name)}
              placeholder={optional.includes(name) ? 'None' : 'Choose a column'}
              options={optionsOf(file)}
              value={String(chosen[name] ?? '')}
              onChange={({ target }) =>
                setChosen((before) => ({
                  ...before,
                  [name]: target.value === '' ? undefined : Number(target.value),
                }))
              }
            />
          </div>
        ))}
      </div>
      {!wrong && error && (
        <p role="alert" className="text-sm text-danger-text">
          {error}
        </p>
      )}
    </form>
  )
}

interface WrongColumn {
  name: ColumnName
  message: string
}

/** The field to correct: one that uses the column of a field before, or the first one that is needed and not chosen. */
function wrongColumn(
  shown: readonly ColumnName[],
  columns: ChosenColumns,
  message: string | undefined,
): WrongColumn | undefined {
  if (message === undefined) return undefined
  const missing = shown.find((name) => !optional.includes(name) && columns[name] === undefined)
  if (missing !== undefined) return { name: missing, message }
  for (const name of shown) {
    const earlier = shown.find((other) => columns[other] === columns[name])
    if (columns[name] !== undefined && earlier !== undefined && earlier !== name)
      return { name, message: `${labels[earlier]} and ${labels[name]} use the same column` }
  }
  return { name: 'date', message }
}

/** The columns that were recognised by their headings. */
const recognised = ({ columns }: StatementColumns): ChosenColumns =>
  Object.fromEntries(
    [...columns]
      .reverse()
      .flatMap(({ column, position }) => (column === null ? [] : [[column, position]])),
  )

const formOf = ({ credit, amount, sign }: ChosenColumns): AmountForm =>
  credit !== undefined || amount === undefined ? 'two' : sign === undefined ? 'one' : 'sign'

const nameOf = ({ position, heading }: StatementColumns['columns'][number]): string =>
  heading || `Column ${position + 1}`

const optionsOf = ({ columns }: StatementColumns) =>
  columns.map((column) => {
    const sample = column.samples.find((text) => text !== '')
    return {
      value: String(column.position),
      label: sample ? `${nameOf(column)} (${sample.slice(0, 24)})` : nameOf(column),
    }
  })

function FirstRows({ file: { columns } }: { file: StatementColumns }) {
  const rows = columns[0]?.samples.map((_, index) => index) ?? []
  return (
    <section
      aria-label="The first rows"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with the keyboard.
      tabIndex={0}
      className="overflow-x-auto rounded-md border border-line"
    >
      <table className="w-full text-left text-sm whitespace-nowrap">
        <thead className="bg-sunken text-ink-soft">
          <tr>
            {columns.map((column) => (
              <th key={column.position} scope="col" className="px-3 py-2 font-medium">
                {nameOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row} className="border-t border-line">
              {columns.map(({ position, samples }) => (
                <td key={position} className="max-w-64 truncate px-3 py-2 tabular-nums">
                  {samples[row]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
