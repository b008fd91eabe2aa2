import { numericDate } from '#shared/dates.ts'
import { financialYear } from '#shared/financial-year.ts'
import type { Settings } from '../answers.ts'

/** The upper part of a receipt with sample data, a small picture laid out like the paper (ledger/server/receipts). */
export function ReceiptPreview({
  settings: { association_name, association_address },
  number,
}: {
  settings: Settings
  number: string
}) {
  const today = new Date()
  return (
    <div
      role="img"
      aria-label={`Preview of receipt ${number}`}
      className="@container w-full max-w-64 border border-line shadow-card"
      // Paper is also white in the dark theme.
      style={{ backgroundColor: '#ffffff', color: '#1c1917' }}
    >
      <div className="p-[8cqw] pb-[6cqw] text-[4cqw] leading-tight">
        <p className="text-[5.6cqw] font-semibold">{association_name}</p>
        <p className={`mt-[1.5cqw] line-clamp-2 ${faintClass}`}>{association_address}</p>
        <div
          className={`mt-[4cqw] flex items-baseline justify-between gap-[3cqw] pt-[4cqw] ${lineClass}`}
        >
          <p className="text-[5.6cqw] font-semibold">Receipt</p>
          <p className="text-right font-semibold tabular-nums">{number}</p>
        </div>
        <p className={`text-right tabular-nums ${faintClass}`}>
          {numericDate(today.toISOString())}
        </p>
        <p className={faintClass}>Received from</p>
        <p className="text-[4.6cqw] font-semibold">Teak & Co</p>
        <p
          className={`mt-[5cqw] flex justify-between gap-[3cqw] py-[2.5cqw] tabular-nums ${lineClass}`}
        >
          <span>Membership fee {financialYear(today).name}</span>
          <span>₹5,000</span>
        </p>
        <p
          className={`flex justify-between border-b py-[2.5cqw] text-[4.6cqw] font-semibold tabular-nums ${lineClass}`}
        >
          <span>Total</span>
          <span>₹5,000</span>
        </p>
        <p className={`mt-[4cqw] ${faintClass}`}>Amount in words</p>
        <p className="font-semibold">Rupees Five Thousand Only</p>
      </div>
    </div>
  )
}

const lineClass = 'border-t border-[#d6d3d1]'
const faintClass = 'text-[3.6cqw] text-[#57534e]'
