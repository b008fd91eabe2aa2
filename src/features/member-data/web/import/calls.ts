/** The calls of imports: plan, import, progress, past imports, undo. */
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { ApiError, call, errorMessage, errorStatus } from '#platform/web/api/call.ts'
import { sendForm } from '#platform/web/api/send-form.ts'
import { toast } from '#platform/web/toast/toast.ts'
import type { MemberRole } from '#shared/roles.ts'
import type {
  ImportBatch,
  ImportPlan,
  ImportProgress,
  ImportRefused,
  ImportResult,
  UndoPlan,
  UndoResult,
} from '../../contract.ts'
import { invalidateMembers, toastFailure } from '../calls.ts'

const importPath = '/api/members/import'
const batchesPath = '/api/admin/imports'

export interface Upload {
  file: File
  role: MemberRole | undefined
  /** The Idempotency-Key: one per selected file, so that a retry is not a second import. */
  key: string
}

export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** How far a call of the importer is. */
export interface ImportStage {
  /** The fraction of the file that has been sent, 0 to 1. */
  sent: number
  /** What the server does with it; null when unknown. */
  progress: ImportProgress | null
}

/** Polls the progress of a pending call of the importer. */
export function useImportStage(key: string, isPending: boolean, sent: number): ImportStage {
  const { data } = useQuery({
    queryKey: ['import-progress', key],
    queryFn: ({ signal }) =>
      call<ImportProgress | null>(`${batchesPath}/progress?${new URLSearchParams({ key })}`, {
        signal,
      }),
    enabled: isPending && sent === 1,
    refetchInterval: 700,
    gcTime: 0,
  })
  return { sent, progress: isPending ? (data ?? null) : null }
}

const importForm = ({ file, role }: Upload): FormData => {
  const form = new FormData()
  if (role) form.set('role', role)
  form.set('file', file)
  return form
}

/** Plans the import of a file. The caller shows the error of a refused file. */
export const usePlanImport = (onProgress: (fraction: number) => void) =>
  useMutation({
    mutationFn: (upload: Upload) => {
      const form = importForm(upload)
      form.set('dry_run', 'true')
      const headers = { 'Idempotency-Key': upload.key }
      return sendForm<ImportPlan>(importPath, form, { headers, onProgress })
    },
  })

/**
 * Imports a file; `importRefusal` of the error has the rows that became invalid since the plan. A lost
 * connection is retried once with the same key.
 */
export const useImport = (onProgress: (fraction: number) => void) =>
  useMutation({
    mutationFn: (upload: Upload) => {
      const headers = { 'Idempotency-Key': upload.key }
      return sendForm<ImportResult>(importPath, importForm(upload), { headers, onProgress })
    },
    retry: (times, error) => times < 1 && errorStatus(error) === 0,
    onSuccess: () => {
      toast({ title: 'Success', description: 'Members imported successfully' })
      void invalidateMembers()
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description:
          importRefusal(error)?.message ?? errorMessage(error, 'Failed to import members'),
        variant: 'destructive',
      }),
  })

/** The invalid rows of a refused import; undefined for any other error. */
export function importRefusal(error: unknown): ImportRefused | undefined {
  if (!(error instanceof ApiError) || !error.text.startsWith('{')) return undefined
  // A boundary: the only JSON body of a refusal (contract 15.3).
  return JSON.parse(error.text) as ImportRefused
}

/** The past imports, newest first. */
export const importBatches = queryOptions({
  queryKey: [batchesPath],
  queryFn: ({ signal }) => call<ImportBatch[]>(batchesPath, { signal }),
})

/** What undoing an import would do; never cached. */
export const undoPlan = (id: string) =>
  queryOptions({
    queryKey: ['import-undo', id],
    queryFn: ({ signal }) => call<UndoPlan>(`${batchesPath}/${id}/undo`, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

export const useUndoImport = () =>
  useMutation({
    mutationFn: ({ id, keep_changed }: { id: string; keep_changed: boolean }) =>
      call<UndoResult>(`${batchesPath}/${id}/undo`, { method: 'POST', json: { keep_changed } }),
    onSuccess: ({ undone }) => {
      toast({
        title: 'Success',
        description: `Import undone: ${undone} ${undone === 1 ? 'row' : 'rows'} taken back`,
      })
      void invalidateMembers()
    },
    onError: (error) => {
      toastFailure(error, 'Failed to undo the import')
      void invalidateMembers()
    },
  })
