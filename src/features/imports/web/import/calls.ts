/** The calls of imports: plan, import, progress, past imports, undo. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { ApiError, errorStatus } from '#platform/web/api/call.ts'
import { queryOf, refresh } from '#platform/web/api/client.ts'
import { sendForm } from '#platform/web/api/send-form.ts'
import { useSave } from '#platform/web/form/use-save.ts'
import { toast } from '#platform/web/toast/toast.ts'
import type { ChosenSheet } from '#platform/web/workbook/workbook.ts'
import type { MemberRole } from '#shared/roles.ts'
import { countOf } from '#shared/sentences.ts'
import type { ImportPlan, ImportProgress, ImportRefused, ImportResult } from '../../answers.ts'
import * as endpoints from '../../endpoints.ts'
import type { Mapping } from './stored-mapping.ts'

/** How the administrator wants a file to be read. */
export interface SheetChoices {
  /** The type of all members in the file; undefined if the file gives it. */
  role: MemberRole | undefined
  /** Headings that were matched by hand. */
  mapping: Mapping
  /** Corrected cells: by line, then by heading. */
  corrections: Record<string, Record<string, string>>
  /** A payment without validity gets the financial year of its date. */
  setsValidity: boolean
  /** Payments with a receipt of the portal's series may be corrected. */
  correctsReceipts: boolean
  /** Rows that a workbook hides, or has filtered away, are not sent. */
  leavesOutHidden: boolean
}

interface Upload extends SheetChoices {
  /** Of the chosen file; a workbook is sent as CSV. */
  fileName: string
  sheet: ChosenSheet
  /** The Idempotency-Key: one per selected file, so that a retry is not a second import. */
  key: string
}

/** How far a call of the importer is. */
export interface ImportStage {
  /** The fraction of the file that has been sent, 0 to 1. */
  sent: number
  /** What the server does with it; null when unknown. */
  progress: ImportProgress | null
}

/** Polls the progress of the importer's pending call. */
export function useImportStage(key: string, isPending: boolean, sent: number): ImportStage {
  const { data } = useQuery({
    ...queryOf(endpoints.getImportProgress, { query: { key } }),
    enabled: isPending && sent === 1,
    refetchInterval: 700,
    gcTime: 0,
  })
  return { sent, progress: isPending ? (data ?? null) : null }
}

/** Plans the import of a file. The caller shows the error of a refused file. */
export const usePlanImport = (onProgress: (fraction: number) => void) =>
  useMutation({
    mutationFn: async (upload: Upload): Promise<ImportPlan> => {
      const answer = await sendUpload(upload, { dry_run: 'true' }, onProgress)
      if ('encoding' in answer) return answer
      throw new Error('The importer answered a dry run with a result')
    },
  })

const retryDelayMs = 1000

/**
 * Imports a file; `importRefusal` of the error has the rows that became invalid since the plan. A lost
 * connection is retried once with the same key.
 */
export const useImport = (onProgress: (fraction: number) => void) =>
  useSave(
    async ({
      skipsErrors,
      ...upload
    }: Upload & { skipsErrors: boolean }): Promise<ImportResult> => {
      const fields = { skip_errors: String(skipsErrors) }
      const answer = await sendUpload(upload, fields, onProgress).catch(async (error: unknown) => {
        if (errorStatus(error) !== 0) throw error
        await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
        return sendUpload(upload, fields, onProgress)
      })
      if ('batch' in answer) return answer
      throw new Error('The importer answered an import with a plan')
    },
    {
      success: 'Members imported successfully',
      failure: 'Failed to import members',
      showError: (error) => {
        const refusal = importRefusal(error)
        if (refusal) toast({ title: 'Error', description: refusal.message, variant: 'destructive' })
        return refusal !== undefined
      },
      refresh: () => refresh(endpoints.postImport),
    },
  )

function sendUpload(
  {
    fileName,
    sheet,
    role,
    key,
    mapping,
    corrections,
    setsValidity,
    correctsReceipts,
    leavesOutHidden,
  }: Upload,
  fields: Record<string, string>,
  onProgress: (fraction: number) => void,
) {
  const form = new FormData()
  if (role) form.set('role', role)
  form.set('mapping', JSON.stringify(mapping))
  form.set('correct_receipts', String(correctsReceipts))
  form.set('corrections', JSON.stringify(corrections))
  form.set('set_validity', String(setsValidity))
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file_name', fileName)
  form.set('file', sheet.csv({ leavesOutHidden }))
  return sendForm(endpoints.postImport, { form, idempotencyKey: key }, { onProgress })
}

/** The invalid rows of a refused import; undefined for any other error. */
export function importRefusal(error: unknown): ImportRefused | undefined {
  if (!(error instanceof ApiError) || error.code !== 'invalid-rows') return undefined
  // Trust boundary: the only JSON body of a refusal (contract 15.3).
  return JSON.parse(error.text) as ImportRefused
}

/** The past imports, newest first. */
export const importBatches = queryOf(endpoints.getImports, {})

/** What undoing an import would do; never cached. */
export const undoPlan = (id: string) => ({
  ...queryOf(endpoints.getUndoPlan, { id }),
  staleTime: 0,
  gcTime: 0,
})

export const useUndoImport = () =>
  useSave(endpoints.postUndo, {
    success: ({ undone }) => `Import undone: ${countOf(undone, 'row', 'rows')}`,
    failure: 'Failed to undo the import',
  })
