import { type ReactNode, useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { RadioGroup } from '#platform/web/form/RadioGroup.tsx'
import { SelectField } from '#platform/web/form/SelectField.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { Switch } from '#platform/web/ui/Switch.tsx'
import { FileField } from '#platform/web/uploads/FileField.tsx'
import { hiddenRowsText } from '#platform/web/workbook/hidden-rows.ts'
import { type MemberRole, memberRoles } from '#shared/roles.ts'
import { countOf, formatCount } from '#shared/sentences.ts'
import type { ImportPlan, ImportResult, RowError } from '../../answers.ts'
import { useTemplateDownload } from '../calls.ts'
import { ColumnMapping } from '../import/ColumnMapping.tsx'
import { importRefusal } from '../import/calls.ts'
import { ImportPlanSummary } from '../import/ImportPlanSummary.tsx'
import { ImportProgressNote } from '../import/ImportProgressNote.tsx'
import { ImportResultBanner, SkippedRows } from '../import/ImportResultBanner.tsx'
import { RowErrorsTable } from '../import/RowErrorsTable.tsx'
import { type ImportSession, useImportSession } from '../import/use-import-session.ts'

const titles = { oem: 'Import OEMs', vendor: 'Import Vendors', both: 'Upload CSV' }

interface ImportDialogProps {
  type?: MemberRole | undefined
  /** The label of the button that opened it; by default the label of the list. */
  title?: string | undefined
  onClose: () => void
  /** Shown below the result of an import that is not undone: the next step with its members. */
  nextStep?: ((result: ImportResult) => ReactNode) | undefined
}

/**
 * Leads through one import (contract 15): template, file, plan, writing, and undo afterwards. Without `type`, the file
 * or the administrator says the type of its members.
 */
export function ImportDialog({ type: role, title, onClose, nextStep }: ImportDialogProps) {
  const session = useImportSession(role)
  const [isUndone, setUndone] = useState(false)
  const { upload, result, file } = session
  const close = () => {
    if (!upload.isPending) onClose()
  }
  return (
    <Dialog
      open
      onClose={close}
      title={title ?? titles[role ?? 'both']}
      description={result ? file?.name : "You'll review the changes before anything is saved."}
      size="lg"
      dirty={file !== undefined && !result}
      footer={<ImportFooter session={session} role={role} onClose={close} />}
    >
      <div className="grid gap-5">
        {result ? (
          <>
            <ImportResultBanner
              result={result}
              name={file?.name ?? ''}
              onUndone={() => setUndone(true)}
            />
            {!isUndone && nextStep?.(result)}
            <SkippedRows result={result} name={file?.name ?? ''} />
          </>
        ) : (
          <FileStep role={role} session={session} />
        )}
      </div>
    </Dialog>
  )
}

interface StepProps {
  session: ImportSession
  /** The type that the dialog was opened for. */
  role: MemberRole | undefined
}

/** Asks for the type of new members if neither the dialog nor the file gives it. */
const isRoleUnknown = (plan: ImportPlan | undefined, role: MemberRole | undefined): boolean =>
  role === undefined &&
  plan !== undefined &&
  (plan.role_from === 'default' || plan.role_from === 'request') &&
  plan.counts.new > 0

function ImportFooter({ session, role, onClose }: StepProps & { onClose: () => void }) {
  const { plan, upload, result, choices } = session
  const isStale = session.isStale || importRefusal(upload.error) !== undefined
  const counts = plan.data?.counts
  const needsType = isRoleUnknown(plan.data, role) && choices.role === undefined
  const skips = (counts?.wrong ?? 0) > 0
  const hasChanges = counts !== undefined && counts.new + counts.changed > 0
  const isReady = hasChanges && !needsType && (!skips || plan.data?.can_skip_errors)
  if (result)
    return (
      <Button variant="primary" onClick={onClose}>
        Close
      </Button>
    )
  return (
    <>
      {counts && !upload.isPending && (isStale || needsType || isReady) && (
        <p className="mr-auto self-center text-sm text-ink-soft max-sm:basis-full">
          {isStale
            ? 'Check again to see what changes.'
            : needsType
              ? 'Choose the type of members.'
              : 'You can undo this import later.'}
        </p>
      )}
      <Button variant="quiet" disabled={upload.isPending} onClick={onClose}>
        Cancel
      </Button>
      {isStale ? (
        <Button
          variant="primary"
          pending={plan.isPending}
          disabled={upload.isPending}
          onClick={() => session.checkWith({})}
        >
          Check again
        </Button>
      ) : (
        <Button
          variant="primary"
          className="max-sm:flex-auto!"
          disabled={!isReady}
          pending={upload.isPending}
          onClick={() => session.write(skips)}
        >
          {upload.isPending
            ? 'Importing...'
            : skips && isReady
              ? `Import the good rows, skip ${formatCount(counts?.wrong ?? 0)}`
              : 'Import'}
        </Button>
      )}
    </>
  )
}

function FileStep({ role, session }: StepProps) {
  const { plan, upload, stage, file, choices } = session
  const template = useTemplateDownload()
  const refusal = importRefusal(upload.error)
  const fileError =
    session.unreadable ?? (plan.error && errorMessage(plan.error, 'The file could not be read'))
  const correct = (errors: readonly RowError[], text: string) => {
    const corrections = { ...choices.corrections }
    for (const { line, column } of errors)
      corrections[line] = { ...corrections[line], [column]: text }
    session.choose({ corrections })
  }
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {(role ? [role] : memberRoles).map((type) => (
          <Button key={type} size="sm" onClick={() => template.mutate(type)}>
            {role ? 'Download template' : `Template for ${type === 'oem' ? 'OEMs' : 'vendors'}`}
          </Button>
        ))}
      </div>
      <FileField
        label="Spreadsheet"
        hint="Your own list as a .csv file or an Excel workbook (.xlsx); it is checked first"
        accept=".csv,.xlsx,.xls,text/csv"
        error={fileError || undefined}
        disabled={upload.isPending}
        file={session.selected}
        onChange={(selected) => void session.selectFile(selected)}
      />
      {file && file.sheets.length > 1 && (
        <SelectField
          label="Sheet"
          hint={`The workbook has ${countOf(file.sheets.length, 'sheet', 'sheets')}.`}
          options={file.sheets.map(({ name }, index) => ({ value: `${index}`, label: name }))}
          value={`${file.sheets.indexOf(file.sheet)}`}
          disabled={upload.isPending}
          onChange={({ target }) => {
            const sheet = file.sheets[Number(target.value)]
            if (sheet) session.selectSheet(sheet)
          }}
        />
      )}
      {session.isReading && <p role="status">Reading the file...</p>}
      {plan.isPending && <ImportProgressNote stage={stage} />}
      {upload.isPending && <ImportProgressNote stage={stage} rows={plannedRows(plan.data)} />}
      {plan.data && !refusal && !upload.isPending && (
        <>
          <HiddenRows session={session} />
          <ImportPlanSummary
            plan={plan.data}
            fileName={file?.name ?? ''}
            sheetName={file?.sheet.name ?? ''}
            corrections={choices.corrections}
            onCorrect={correct}
            question={isRoleUnknown(plan.data, role) && <TypeQuestion session={session} />}
          >
            <SheetChoiceFields plan={plan.data} session={session} />
          </ImportPlanSummary>
        </>
      )}
      {refusal && <RefusedRows errors={refusal.errors} message={refusal.message} />}
    </>
  )
}

/**
 * Offers to skip hidden rows, which offices usually do not want to import, such as members who have resigned.
 */
function HiddenRows({ session: { file, choices, choose } }: { session: ImportSession }) {
  const hiddenRows = file?.sheet.hiddenRows ?? []
  if (hiddenRows.length === 0) return null
  return (
    <Banner tone="warning" title={`This sheet has ${hiddenRowsText(hiddenRows)}`}>
      <div className="mt-2 flex">
        <Switch
          label="Leave hidden rows out"
          checked={choices.leavesOutHidden}
          // Corrections are stored by line number, and leaving rows out changes the numbers.
          onChange={({ target }) => choose({ leavesOutHidden: target.checked, corrections: {} })}
        />
      </div>
    </Banner>
  )
}

const plannedRows = (plan: ImportPlan | undefined): number | undefined =>
  plan && plan.counts.new + plan.counts.changed + plan.counts.same

const typeOptions = [
  { value: 'oem', label: 'OEM members' },
  { value: 'vendor', label: 'Vendor members' },
]

const TypeQuestion = ({ session }: { session: ImportSession }) => (
  <RadioGroup
    segmented
    name="import-type"
    label="Which members are in this sheet?"
    options={typeOptions}
    value={session.choices.role ?? ''}
    onChange={({ target }) =>
      session.checkWith({ role: memberRoles.find((type) => type === target.value) })
    }
  />
)

/** What the administrator decides about the sheet. */
function SheetChoiceFields({ plan, session }: { plan: ImportPlan; session: ImportSession }) {
  const { choices, choose } = session
  const hasPayments = plan.headings.some(({ column }) => column === 'payment_date')
  return (
    <>
      {hasPayments && (
        <Switch
          label="Payments without validity dates are valid for the financial year of the payment"
          checked={choices.setsValidity}
          onChange={({ target }) => choose({ setsValidity: target.checked })}
        />
      )}
      {plan.receipt_corrections > 0 && (
        <Switch
          label={`Correct payments that have a receipt: ${countOf(plan.receipt_corrections, 'receipt becomes void and its payment gets', 'receipts become void and their payments get')} the next number`}
          checked={choices.correctsReceipts}
          onChange={({ target }) => choose({ correctsReceipts: target.checked })}
        />
      )}
      <ColumnMapping
        headings={plan.headings}
        mapping={choices.mapping}
        onMap={(heading, column) => choose({ mapping: { ...choices.mapping, [heading]: column } })}
      />
    </>
  )
}

const RefusedRows = ({ errors, message }: { errors: RowError[]; message: string }) => (
  <div className="grid gap-3">
    <Banner tone="danger" title={message}>
      Members were edited after the check. Please check the file again.
    </Banner>
    <RowErrorsTable errors={errors} />
  </div>
)
