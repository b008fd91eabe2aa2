/** Cheques that are not cleared yet. */
import { useSave } from '#platform/web/form/use-save.ts'
import type { ToastMessage } from '#platform/web/toast/toast.ts'
import type { Day } from '#shared/dates.ts'
import type { HeldCheque } from '../answers.ts'
import { type ChequeKind, heldCheque } from '../contract.ts'
import * as endpoints from '../endpoints.ts'

/** A cheque as typed; `received_on` is yyyy-MM-dd. */
interface TypedCheque {
  number: string
  bank: string
  amount: string
  received_on: Day
  kind: ChequeKind
  membership_valid_from?: Day
  membership_valid_to?: Day
}

/** `showError` as in use-save.ts. */
export const useNoteCheque = (showError?: () => boolean) =>
  useSave(endpoints.postHeldCheque, {
    success: (cheque: HeldCheque): ToastMessage => ({
      title: `Cheque ${cheque.number} noted`,
      description: 'It counts once you mark it as cleared.',
    }),
    failure: 'Failed to note the cheque',
    showError,
  })

/** The cheque in a payment's form, which may be noted as not cleared instead. */
export function unclearedOf(
  save: ReturnType<typeof useNoteCheque>,
  memberId: string,
  cheque: TypedCheque,
  choice: {
    isCheque: boolean
    /** 'Received, not cleared yet' is ticked. */
    isChosen: boolean
    setIsChosen: (isChosen: boolean) => void
  },
) {
  return {
    ...choice,
    /** The form notes the cheque. */
    isNoted: choice.isCheque && choice.isChosen,
    /** Why the server would refuse the number or the bank. */
    problems: {
      number: messageOf(cheque, 'number'),
      bank: messageOf(cheque, 'bank'),
    },
    isPending: save.isPending,
    note: (onSuccess: () => void) => save.mutate({ id: memberId, body: cheque }, { onSuccess }),
  }
}

const messageOf = (cheque: TypedCheque, field: keyof TypedCheque): string | undefined =>
  heldCheque.safeParse(cheque).error?.issues.find(({ path }) => path[0] === field)?.message

export type Uncleared = ReturnType<typeof unclearedOf>
