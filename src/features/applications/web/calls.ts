import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, errorMessage, errorStatus } from '#platform/web/api/call.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { toast } from '#platform/web/toast/toast.ts'
import type { UploadQueue } from '#platform/web/uploads/upload-queue.ts'
import { fileKinds } from '#shared/file-kinds.ts'
import type { MemberRole } from '#shared/roles.ts'
import {
  type OwnApplication,
  type PaperKind,
  paperKinds,
  type SubmittedChanges,
} from '../contract.ts'
import { privacyNotice } from '../rules.ts'
import { type FormValues, fieldsOf, type StoredPapers } from './apply/draft.ts'

/** The multipart form of contract 7; files travelled before, so their addresses do. */
export function buildFormData(
  type: MemberRole,
  typed: FormValues,
  uploads: UploadQueue,
  present: StoredPapers = {},
): FormData {
  const form = new FormData()
  form.append('type', type)
  for (const name of fieldsOf(type)) {
    const isHidden = name === 'otherMaterials' && !typed.materials.includes('other')
    const value = isHidden ? '' : typed[name]
    form.append(name, Array.isArray(value) ? JSON.stringify(value) : String(value))
  }
  for (const kind of paperKinds) {
    const fresh = addressesOf(uploads, kind)
    if (fileKinds[kind].maxCount === 1) {
      if (fresh[0] !== undefined) form.append(kind, fresh[0])
    } else if (fresh.length > 0 || present[kind]) {
      form.append(kind, JSON.stringify([...(present[kind] ?? []), ...fresh]))
    }
  }
  return form
}

const addressesOf = ({ list }: UploadQueue, kind: PaperKind): string[] =>
  list.flatMap((upload) => (upload.kind === kind && upload.url ? [upload.url] : []))

/** POST /api/auth/apply; the same key is the same application, however often it is sent. */
export function sendApplication(form: FormData, key: string) {
  form.append('noticeVersion', privacyNotice.version)
  return call('/api/auth/apply', { method: 'POST', form, headers: { 'Idempotency-Key': key } })
}

/** What stands behind the private link. */
export const ownApplication = (token: string) =>
  queryOptions({
    queryKey: ['/api/applications/mine', token],
    queryFn: ({ signal }) =>
      call<OwnApplication>('/api/applications/mine', { method: 'POST', json: { token }, signal }),
  })

/** What the portal answers is what stands there from now on. */
const shownFrom = (token: string, now: OwnApplication) =>
  queryClient.setQueryData(ownApplication(token).queryKey, now)

/**
 * Sends what was asked for; when the application or its link has moved on meanwhile, that is shown
 * instead.
 */
export async function sendChanges(form: FormData, token: string): Promise<SubmittedChanges> {
  form.append('token', token)
  try {
    return await call<SubmittedChanges>('/api/applications/mine/changes', { method: 'POST', form })
  } catch (error) {
    if (errorStatus(error) === 409 || errorStatus(error) === 404) void refetchApplication(token)
    throw error
  }
}

/** Asks again how the application stands. */
export const refetchApplication = (token: string) =>
  queryClient.invalidateQueries(ownApplication(token))

export function useWithdraw(token: string) {
  return useMutation({
    mutationFn: () =>
      call<OwnApplication>('/api/applications/mine/withdraw', { method: 'POST', json: { token } }),
    onSuccess: (now) => {
      shownFrom(token, now)
      toast({ title: 'Success', description: 'Your application has been withdrawn.' })
    },
    onError: (error) => tellFailure(error, 'Failed to withdraw application'),
  })
}

export const tellFailure = (error: unknown, fallback: string) =>
  toast({ title: 'Error', description: errorMessage(error, fallback), variant: 'destructive' })

/** True when the portal no longer has an upload: it then travels again. */
export const isUploadMissing = (error: unknown): boolean => errorStatus(error) === 410
