import type { ApiError } from '#platform/web/api/call.ts'
import type { BankLine } from '../answers.ts'
import type { LineChangeForm } from '../contract.ts'
import { AnotherPaymentDialog } from './AnotherPaymentDialog.tsx'
import { ChooseMemberDialog } from './ChooseMemberDialog.tsx'
import { TakeBackDialog } from './TakeBackDialog.tsx'
import { UndoDialog } from './UndoDialog.tsx'

export type OpenDialog =
  | 'confirm-sure'
  | 'delete'
  | { line: BankLine; action: 'choose' | 'split' | 'undo' | 'take-back' }
  | { line: BankLine; action: 'another'; personId: string; error: ApiError }

interface LineDialogProps {
  open: Exclude<OpenDialog, string>
  isSaving: boolean
  onSave: (line: BankLine, body: LineChangeForm, focusTarget: string) => void
  onSplit: (line: BankLine) => void
  onClose: () => void
}

/** The dialog that is open for a line, except SplitDialog, which saves its own changes. */
export function LineDialog({ open, isSaving, onSave, onSplit, onClose }: LineDialogProps) {
  return (
    <>
      {open.action === 'choose' && (
        <ChooseMemberDialog
          line={open.line}
          isSaving={isSaving}
          onChoose={(personId) =>
            onSave(open.line, { state: 'confirmed', person_id: personId }, 'choose')
          }
          onSplit={() => onSplit(open.line)}
          onClose={onClose}
        />
      )}
      {open.action === 'undo' && (
        <UndoDialog
          line={open.line}
          isSaving={isSaving}
          onConfirm={(body) => onSave(open.line, body, 'undo')}
          onClose={onClose}
        />
      )}
      {open.action === 'another' && (
        <AnotherPaymentDialog
          line={open.line}
          error={open.error}
          isSaving={isSaving}
          onRecord={(another_payment) =>
            onSave(
              open.line,
              { state: 'confirmed', person_id: open.personId, another_payment },
              'confirm',
            )
          }
          onClose={onClose}
        />
      )}
      {open.action === 'take-back' && (
        <TakeBackDialog
          line={open.line}
          isSaving={isSaving}
          onConfirm={(body) => onSave(open.line, body, 'take-back')}
          onClose={onClose}
        />
      )}
    </>
  )
}
