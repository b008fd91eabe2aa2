import { useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { FileField } from '#platform/web/uploads/FileField.tsx'
import type { MemberRole } from '#shared/roles.ts'
import type { ImportPlan, ImportResult, RowError } from '../../contract.ts'
import { templatePath, useDownload } from '../calls.ts'
import { ColumnMapping } from './ColumnMapping.tsx'
import {
  importRefusal,
  newIdempotencyKey,
  useImport,
  useImportStage,
  usePlanImport,
} from './calls.ts'
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
 * One import (contract 15): a template, a file, what it would do, and only then the writing;
 * after it the way back. Without a role the file itself says of each row which type it is.
 */
export function ImportDialog({
  type: role,
  onClose,
}: {
  type?: MemberRole | undefined
  onClose: () => void
}) {
  const work = useImportSession(role)
  const { plan, upload, done, file } = work
  const counts = plan.data?.counts
  const isReady = counts && counts.wrong === 0 && counts.new + counts.changed > 0 && !done
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
      dirty={file !== undefined && !done}
      footer={
        <>
          <Button disabled={upload.isPending} onClick={close}>
            {done ? 'Close' : 'Cancel'}
          </Button>
          {!done && (
            <Button
              variant="primary"
              disabled={!isReady}
              pending={upload.isPending}
              onClick={work.write}
            >
              {upload.isPending ? 'Importing...' : 'Import'}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        {done ? (
          <ImportDoneCard done={done} name={file?.name ?? ''} />
        ) : (
          <ChooseFileForm type={role} work={work} />
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
  const way = useImportStage(key, plan.isPending || upload.isPending, sent)
  const [workbook, setWorkbook] = useState<Workbook>()
  const [mapping, setMapping] = useState<Mapping>({})
  const [unreadable, setUnreadable] = useState<string>()

  const look = (csv: File) => {
    upload.reset()
    setFile(csv)
    setSent(0)
    const fresh = newIdempotencyKey()
    setKey(fresh)
    plan.mutate({ file: csv, role, key: fresh })
  }
  const choose = async (chosen: File | undefined) => {
    plan.reset()
    upload.reset()
    setFile(undefined)
    setWorkbook(undefined)
    setUnreadable(undefined)
    if (!chosen) return
    if (!isWorkbook(chosen)) return look(chosen)
    try {
      const read = await readWorkbook(chosen)
      setMapping(initialMapping(read.headings))
      setWorkbook(read)
    } catch (error) {
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
    choose,
    map: (heading: string, column: Mapping[string]) => {
      plan.reset()
      setMapping({ ...mapping, [heading]: column })
    },
    lookAtWorkbook: () => {
      if (!workbook) return
      storeMapping(mapping)
      look(toCsvFile(workbook, mapping))
    },
    write: () => {
      if (!file) return
      setSent(0)
      upload.mutate({ file, role, key })
    },
    way,
    done: upload.data,
  }
}

function ChooseFileForm({
  type: role,
  work,
}: {
  type: MemberRole | undefined
  work: ImportSession
}) {
  const { plan, upload, workbook, mapping } = work
  const template = useDownload({ quiet: true })
  const refused = importRefusal(upload.error)
  const named = (errors: RowError[]) => (workbook ? withSheetHeadings(errors, mapping) : errors)
  const wrong =
    work.unreadable ?? (plan.error && errorMessage(plan.error, 'The file could not be read'))
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {(role ? [role] : (['oem', 'vendor'] as const)).map((one) => (
          <Button key={one} size="sm" onClick={() => template.mutate(templatePath(one))}>
            {role ? 'Download template' : `Template for ${one === 'oem' ? 'OEMs' : 'vendors'}`}
          </Button>
        ))}
      </div>
      <FileField
        label="Spreadsheet"
        hint="A .csv file, or an Excel workbook (.xlsx)"
        accept=".csv,.xlsx,text/csv"
        error={wrong || undefined}
        disabled={upload.isPending}
        onChange={({ target }) => void work.choose(target.files?.[0])}
      />
      {workbook && (
        <ColumnMapping
          workbook={workbook}
          mapping={mapping}
          onMap={work.map}
          onDone={work.lookAtWorkbook}
          pending={plan.isPending}
        />
      )}
      {plan.isPending && <ImportProgressNote way={work.way} />}
      {upload.isPending && <ImportProgressNote way={work.way} rows={plannedRows(plan.data)} />}
      {plan.data && !refused && !upload.isPending && (
        <ImportPlanSummary plan={{ ...plan.data, errors: named(plan.data.errors) }} />
      )}
      {refused && <RefusedRows errors={named(refused.errors)} message={refused.message} />}
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

function ImportDoneCard({ done, name }: { done: ImportResult; name: string }) {
  const [isUndoing, setUndoing] = useState(false)
  const [isUndone, setUndone] = useState(false)
  const { batch, counts } = done
  const number = (count: number) => count.toLocaleString('en-IN')
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
          : `${number(counts.new)} new, ${number(counts.changed)} changed, ${number(counts.same)} the same as before.`}
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
