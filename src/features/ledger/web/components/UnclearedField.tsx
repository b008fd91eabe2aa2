import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import type { Uncleared } from '../note-cheque-calls.ts'

/** Says that a cheque is received and not cleared; nothing for other modes. */
export const UnclearedField = ({ cheque }: { cheque: Uncleared }) =>
  cheque.isCheque && (
    <CheckboxField
      className="sm:col-span-2"
      label="Received, not cleared yet"
      hint="Nothing is settled, and there is no receipt, until you mark the cheque as cleared."
      checked={cheque.isChosen}
      onChange={({ target }) => cheque.setIsChosen(target.checked)}
    />
  )
