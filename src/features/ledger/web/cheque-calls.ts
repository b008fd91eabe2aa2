/** Notes cheques that are not cleared yet. */
import { useState } from 'react'
import { useSave } from '#platform/web/form/use-save.ts'
import type { ToastMessage } from '#platform/web/toast/toast.ts'
import type { HeldCheque } from '../answers.ts'
import { type ChequeKind, heldCheque } from '../contract.ts'
import * as endpoints from '../endpoints.ts'

/** A cheque as typed; `received_on` is yyyy-MM-dd. */
interface TypedCheque {
  number: string
  bank: string
  amount: string
  received_on: string
  kind: ChequeKind
  membership_valid_from?: string
  membership_valid_to?: string
}

const useNoteCheque = () =>
  useSave(endpoints.postHeldCheque, {
    success: (cheque: HeldCheque): ToastMessage => ({
      title: `Cheque ${cheque.number} noted`,
      description: 'It counts once you mark it as cleared.',
    }),
    failure: 'Failed to note the cheque',
  })

/** The cheque of a form of a payment, which may be noted as not cleared instead. */
export function useUncleared(
  memberId: string,
  cheque: TypedCheque,
  { isCheque, isValid }: { isCheque: boolean; isValid: boolean },
) {
  const [isChosen, setIsChosen] = useState(false)
  const save = useNoteCheque()
  return {
    isCheque,
    isChosen,
    setIsChosen,
    /** The form notes the cheque. */
    isNoted: isCheque && isChosen,
    /** The first thing that the server would refuse. */
    error: isValid ? heldCheque.safeParse(cheque).error?.issues[0]?.message : undefined,
    isPending: save.isPending,
    note: (onSuccess: () => void) => save.mutate({ id: memberId, body: cheque }, { onSuccess }),
  }
}
export type Uncleared = ReturnType<typeof useUncleared>
