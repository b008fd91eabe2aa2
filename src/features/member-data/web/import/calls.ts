/** Imports: what one would do, doing it, how far it is, what was imported, taking it back. */
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
  /** The same for one file however often it is sent, so that it is one import. */
  key: string
}

/** A key for a file that was chosen. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** How far a call of the importer is: the part of the file that was sent, then what the portal does. */
export interface ImportStage {
  sent: number
  progress: ImportProgress | null
}

/** Follows one call of the importer while it is under way. */
export function useImportStage(key: string, isPending: boolean, sent: number): ImportStage {
  const { data } = useQuery({
    queryKey: ['progress of an import', key],
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

/** What an import of this file would do; what is wrong with it as a whole is the caller's to show. */
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
 * Imports the file; rows that meanwhile cannot be taken are in `refusedRows` of the error. A line
 * that was lost is tried once more, under the same key.
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

/** The rows of an import that was refused for them. */
export function importRefusal(error: unknown): ImportRefused | undefined {
  if (!(error instanceof ApiError) || !error.text.startsWith('{')) return undefined
  // The border: the one JSON body of a refusal (contract 15).
  return JSON.parse(error.text) as ImportRefused
}

/** What was imported, newest first. */
export const importBatches = queryOptions({
  queryKey: [batchesPath],
  queryFn: ({ signal }) => call<ImportBatch[]>(batchesPath, { signal }),
})

/** What taking an import back would do; asked anew each time. */
export const undoPlan = (id: string) =>
  queryOptions({
    queryKey: ['undo of an import', id],
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
