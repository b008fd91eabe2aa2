import { AssociationLogo } from '#platform/web/layout/AssociationLogo.tsx'
import { numericDate } from '#shared/dates.ts'
import { financialYear } from '#shared/financial-year.ts'
import type { Settings } from '../answers.ts'

/** A small picture of a receipt with sample data. */
export function ReceiptPreview({
  settings: { association_name, association_address },
  number,
}: {
  settings: Settings
  number: string
}) {
  const today = new Date()
  const facts = [
    ['Received from', 'Teak & Co'],
    ['For', `Dues ${financialYear(today).name}`],
    ['Mode', 'Bank Transfer'],
    ['Date', numericDate(today.toISOString())],
  ]
  return (
    <div
      role="img"
      aria-label={`Preview of receipt ${number}`}
      className="@container w-full max-w-64 border border-line shadow-card"
      // Paper is also white in the dark theme.
      style={{ backgroundColor: '#ffffff', color: '#1c1917' }}
    >
      <div className="grid aspect-[210/297] grid-rows-[auto_auto_auto_1fr] p-[8cqw] text-[4.4cqw] leading-tight">
        <div className="flex items-center gap-[3cqw]">
          <AssociationLogo size="bar" />
          <p className="min-w-0 font-semibold">{association_name}</p>
        </div>
        <div className="mt-[7cqw] grid gap-[1cqw]">
          <p className="text-[7cqw] font-semibold">Receipt</p>
          <p className="font-medium tabular-nums">{number}</p>
        </div>
        <p className="mt-[4cqw] text-[11cqw] font-semibold tabular-nums">₹5,000</p>
        <dl className="mt-[4cqw] content-start" style={{ color: '#44403c' }}>
          {facts.map(([label, value]) => (
            <div
              key={label}
              className="flex justify-between gap-[3cqw] border-t py-[2cqw]"
              style={{ borderColor: '#e7e5e4' }}
            >
              <dt>{label}</dt>
              <dd className="text-right tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="line-clamp-2 text-[3.6cqw]" style={{ color: '#57534e' }}>
          {association_address}
        </p>
      </div>
    </div>
  )
}
