/**
 * Drafts of Add Member and Edit Member, in session storage. They survive closing the dialog and
 * reloading the tab, and are restored only for the administrator who typed them.
 */
import { queryClient, userKey } from '#platform/web/api/query-client.ts'
import {
  readSessionItem,
  removeSessionItem,
  writeSessionItem,
} from '#platform/web/state/web-storage.ts'
import { isRecord } from '#shared/records.ts'
import { memberRoles } from '#shared/roles.ts'
import type { User } from '../../answers.ts'
import { emptyMember, type MemberEditForm, type NewMemberForm } from '../../contract.ts'

const addDraftKey = 'add-member-draft'
const editDraftKey = (memberId: string) => `member-edit-draft ${memberId}`

const userId = () => queryClient.getQueryData<User | null>(userKey)?.id ?? null

const writeDraft = (key: string, values: object) =>
  writeSessionItem(key, { owner: userId(), typed: values })

function readDraft(key: string): Record<string, unknown> | undefined {
  const draft = readSessionItem(key)
  if (!isRecord(draft) || draft.owner !== userId() || !isRecord(draft.typed)) return undefined
  return draft.typed
}

export function saveAddDraft(values: Partial<NewMemberForm>) {
  const isBlank = Object.values(values).every((value) => !value || value.length === 0)
  if (isBlank) clearAddDraft()
  else writeDraft(addDraftKey, values)
}

export const clearAddDraft = () => removeSessionItem(addDraftKey)

/** All form values, blank where the draft has none of the right type; undefined without a draft. */
export function loadAddDraft(): Partial<NewMemberForm> | undefined {
  const values = readDraft(addDraftKey)
  if (!values) return undefined
  const role = memberRoles.find((memberRole) => memberRole === values.role)
  const fields = Object.entries(emptyMember).map(([field, empty]) => {
    const value = values[field]
    const isValid = typeof value === typeof empty && Array.isArray(value) === Array.isArray(empty)
    return [field, isValid ? value : empty]
  })
  return { ...Object.fromEntries(fields), ...(role && { role }) }
}

/** Stores only the fields that differ from the member, so that the others follow the register. */
export function saveEditDraft(memberId: string, values: MemberEditForm, member: MemberEditForm) {
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(member, name)),
  )
  if (changed.length === 0) clearEditDraft(memberId)
  else writeDraft(editDraftKey(memberId), Object.fromEntries(changed))
}

export const clearEditDraft = (memberId: string) => removeSessionItem(editDraftKey(memberId))

export function loadEditDraft(memberId: string): Partial<MemberEditForm> | undefined {
  const valid = Object.entries(readDraft(editDraftKey(memberId)) ?? {}).filter(([name, value]) =>
    name === 'additional_info_materials_products'
      ? Array.isArray(value)
      : typeof value === 'string',
  )
  return valid.length === 0 ? undefined : Object.fromEntries(valid)
}
