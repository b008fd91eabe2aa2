import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { newIdempotencyKey } from '#platform/web/api/idempotency-key.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { FileField } from '#platform/web/uploads/FileField.tsx'
import { type MemberRole, memberRoles } from '#shared/roles.ts'
import { formatCount } from '#shared/sentences.ts'
import type { ImportPlan, ImportResult, RowError } from '../../answers.ts'
import { useTemplateDownload } from '../calls.ts'
import { ColumnMapping } from './ColumnMapping.tsx'
import { importRefusal, useImport, useImportStage, usePlanImport } from './calls.ts'
import { ImportPlanSummary } from './ImportPlanSummary.tsx'
import { ImportProgressNote } from './ImportProgressNote.tsx'
import { RowErrorsTable } from './RowErrorsTable.tsx'
import { UndoImportDialog } from './UndoImportDialog.tsx'
import {
  initialMapping,
  isWorkbook,
  type Mapping,
  readWorkbook,
  storeMapping,
  toCsvFile,
  UnreadableWorkbook,
  type Workbook,
  withSheetHeadings,
} from './workbook.ts'

const titles = { oem: 'Import OEMs', vendor: 'Import Vendors', both: 'Upload CSV' }

/**
 * One import (contract 15): template, file, plan, writing, and undo afterwards. Without `type` each row
 * of the file says its member type.
 */
export function ImportDialog({
  type: role,
  onClose,
}: {
  type?: MemberRole | undefined
  onClose: () => void
}) {
  const session = useImportSession(role)
  const { plan, upload, result, file } = session
  const counts = plan.data?.counts
  const isReady = counts && counts.wrong === 0 && counts.new + counts.changed > 0 && !result
  const close = () => {
    if (!upload.isPending) onClose()
  }
  return (
    <Dialog
      open
      onClose={close}
      title={titles[role ?? 'both']}
      description="Nothing is written before you have seen what would change."
      size="lg"
      dirty={file !== undefined && !result}
      footer={
        <>
          <Button disabled={upload.isPending} onClick={close}>
            {result ? 'Close' : 'Cancel'}
          </Button>
          {!result && (
            <Button
              variant="primary"
              disabled={!isReady}
              pending={upload.isPending}
              onClick={session.write}
            >
              {upload.isPending ? 'Importing...' : 'Import'}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        {result ? (
          <ImportResultBanner result={result} name={file?.name ?? ''} />
        ) : (
          <FileStep type={role} session={session} />
        )}
      </div>
    </Dialog>
  )
}

type ImportSession = ReturnType<typeof useImportSession>

function useImportSession(role: MemberRole | undefined) {
  const [sent, setSent] = useState(0)
  const plan = usePlanImport(setSent)
  const upload = useImport(setSent)
  const [key, setKey] = useState(newIdempotencyKey)
  const [file, setFile] = useState<File>()
  const stage = useImportStage(key, plan.isPending || upload.isPending, sent)
  const [workbook, setWorkbook] = useState<Workbook>()
  const [mapping, setMapping] = useState<Mapping>({})
  const [unreadable, setUnreadable] = useState<string>()
  const reading = useRef(new AbortController())
  useEffect(() => () => reading.current.abort(), [])

  const planFile = (csv: File) => {
    upload.reset()
    setFile(csv)
    setSent(0)
    const newKey = newIdempotencyKey()
    setKey(newKey)
    plan.mutate({ file: csv, role, key: newKey })
  }
  const selectFile = async (selected: File | undefined) => {
    reading.current.abort()
    plan.reset()
    upload.reset()
    setFile(undefined)
    setWorkbook(undefined)
    setUnreadable(undefined)
    if (!selected) return
    if (!isWorkbook(selected)) return planFile(selected)
    reading.current = new AbortController()
    const { signal } = reading.current
    try {
      const opened = await readWorkbook(selected, signal)
      setMapping(initialMapping(opened.headings))
      setWorkbook(opened)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof UnreadableWorkbook)) throw error
      setUnreadable(error.message)
    }
  }
  return {
    plan,
    upload,
    file,
    workbook,
    mapping,
    unreadable,
    selectFile,
    mapHeading: (heading: string, column: Mapping[string]) => {
      plan.reset()
      setMapping({ ...mapping, [heading]: column })
    },
    planWorkbook: () => {
      if (!workbook) return
      storeMapping(mapping)
      planFile(toCsvFile(workbook, mapping))
    },
    write: () => {
      if (!file) return
      setSent(0)
      upload.mutate({ file, role, key })
    },
    stage,
    result: upload.data,
  }
}

function FileStep({
  type: role,
  session,
}: {
  type: MemberRole | undefined
  session: ImportSession
}) {
  const { plan, upload, workbook, mapping, stage } = session
  const template = useTemplateDownload()
  const refusal = importRefusal(upload.error)
  const withHeadings = (errors: RowError[]) =>
    workbook ? withSheetHeadings(errors, mapping) : errors
  const fileError =
    session.unreadable ?? (plan.error && errorMessage(plan.error, 'The file could not be read'))
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
        hint="A .csv file, or an Excel workbook (.xlsx)"
        accept=".csv,.xlsx,text/csv"
        error={fileError || undefined}
        disabled={upload.isPending}
        onChange={({ target }) => void session.selectFile(target.files?.[0])}
      />
      {workbook && (
        <ColumnMapping
          workbook={workbook}
          mapping={mapping}
          onMap={session.mapHeading}
          onDone={session.planWorkbook}
          pending={plan.isPending}
        />
      )}
      {plan.isPending && <ImportProgressNote stage={stage} />}
      {upload.isPending && <ImportProgressNote stage={stage} rows={plannedRows(plan.data)} />}
      {plan.data && !refusal && !upload.isPending && (
        <ImportPlanSummary plan={{ ...plan.data, errors: withHeadings(plan.data.errors) }} />
      )}
      {refusal && <RefusedRows errors={withHeadings(refusal.errors)} message={refusal.message} />}
    </>
  )
}

const plannedRows = (plan: ImportPlan | undefined): number | undefined =>
  plan && plan.counts.new + plan.counts.changed + plan.counts.same

const RefusedRows = ({ errors, message }: { errors: RowError[]; message: string }) => (
  <div className="grid gap-3">
    <Banner tone="danger" title={message}>
      Somebody has changed the register since the file was read; please look again.
    </Banner>
    <RowErrorsTable errors={errors} />
  </div>
)

function ImportResultBanner({ result, name }: { result: ImportResult; name: string }) {
  const [isUndoing, setUndoing] = useState(false)
  const [isUndone, setUndone] = useState(false)
  const { batch, counts } = result
  return (
    <>
      <Banner
        tone={isUndone ? 'neutral' : 'success'}
        title={isUndone ? 'Import undone' : 'Members imported successfully'}
        action={
          batch &&
          !isUndone && (
            <Button size="sm" onClick={() => setUndoing(true)}>
              Undo this import
            </Button>
          )
        }
      >
        {isUndone
          ? 'Past imports has what was taken back.'
          : `${formatCount(counts.new)} new, ${formatCount(counts.changed)} changed, ${formatCount(counts.same)} the same as before.`}
      </Banner>
      {batch && isUndoing && (
        <UndoImportDialog
          batch={batch}
          name={name}
          onUndone={() => setUndone(true)}
          onClose={() => setUndoing(false)}
        />
      )}
    </>
  )
}
