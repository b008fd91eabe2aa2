import Download from 'lucide-react/icons/download'
import { type ReactNode, useState } from 'react'
import { SelectField } from '#platform/web/form/SelectField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { financialStartYear, financialYearFrom } from '#shared/financial-year.ts'
import { useGstRegister, useTallyXml, useYearBook } from '../books/calls.ts'

/** Financial years that can be selected, back from the current one. */
const shownYears = 10

const formatLabels = { xlsx: 'Download Excel', csv: 'Download CSV' }

/** Downloads the books of a financial year. */
export function YearBookDownload() {
  const current = financialStartYear(new Date())
  const years = Array.from(
    { length: shownYears },
    (_, ago) => financialYearFrom(current - ago).name,
  )
  const [year, setYear] = useState(years[0] ?? '')
  const books = [
    { name: 'Year book', download: useYearBook() },
    { name: 'GST register', download: useGstRegister() },
  ]
  const tally = useTallyXml()
  return (
    <div className="grid gap-4">
      <SelectField
        label="Financial year"
        className="max-w-48"
        options={years.map((name) => ({ value: name, label: name }))}
        value={year}
        onChange={({ target }) => setYear(target.value)}
      />
      {books.map(({ name, download }) => (
        <BookRow key={name} name={name}>
          <FormatButtons
            name={name}
            pending={download.isPending ? download.variables.format : undefined}
            onDownload={(format) => download.mutate({ year, format })}
          />
        </BookRow>
      ))}
      <BookRow name="Tally">
        <Button
          icon={<Download aria-hidden="true" />}
          pending={tally.isPending}
          onClick={() => tally.mutate({ year })}
        >
          Download for Tally
        </Button>
        <p className="w-full text-xs text-ink-soft">
          Imported payments are left out, as are receipts with the office's own numbers.
        </p>
      </BookRow>
    </div>
  )
}

/** The name of a book, then its buttons. */
export const BookRow = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">
    <span className="w-full text-sm text-ink-soft sm:w-28">{name}</span>
    {children}
  </div>
)

type Format = keyof typeof formatLabels

/** 'Download Excel' and 'Download CSV'. */
export const FormatButtons = ({
  name,
  pending,
  onDownload,
}: {
  name: string
  pending: Format | undefined
  onDownload: (format: Format) => void
}) =>
  (['xlsx', 'csv'] as const).map((format) => (
    <Button
      key={format}
      icon={<Download aria-hidden="true" />}
      aria-label={`${name}: ${formatLabels[format]}`}
      pending={pending === format}
      onClick={() => onDownload(format)}
    >
      {formatLabels[format]}
    </Button>
  ))
