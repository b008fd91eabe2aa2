/** What an administrator typed into Edit Member and has not saved: for this tab and this person. */

import type { UseFormReturn } from 'react-hook-form'
import { queryClient, userKey } from '#platform/web/api/query-client.ts'
import {
  readSessionItem,
  removeSessionItem,
  writeSessionItem,
} from '#platform/web/state/web-storage.ts'
import { isRecord } from '#shared/records.ts'
import type { Member, MemberEdit, MemberEditForm, User } from '../../contract.ts'
import { materialIds } from '../../materials.ts'

export type EditForm = UseFormReturn<MemberEditForm, unknown, MemberEdit>

/** A member as the form shows them. */
export function formValues(member: Member): MemberEditForm {
  const { additional_info_materials_products: chosen, membership_number: number } = member
  return {
    name: member.name,
    company_name: member.company_name,
    whatsapp_number: member.whatsapp_number,
    website_url: member.website_url,
    membership_number: number ?? '',
    business_partner: member.business_partner,
    company_description: member.company_description,
    services_products: member.services_products,
    address: member.address,
    factory_address: member.factory_address,
    certificate_postal_address: member.certificate_postal_address,
    additional_info_materials_products: materialIds.filter((id) => chosen.includes(id)),
    materials_other: member.materials_other,
    social_links: member.social_links,
    remarks: member.remarks,
  }
}

const noteKey = (id: string) => `member-edit-draft ${id}`
const owner = () => queryClient.getQueryData<User | null>(userKey)?.id ?? null

/** Only the fields that differ, so that the others follow the register. */
export function saveEditDraft(id: string, typed: MemberEditForm, from: MemberEditForm) {
  const differing = Object.entries(typed).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(from, name)),
  )
  if (differing.length === 0) removeSessionItem(noteKey(id))
  else writeSessionItem(noteKey(id), { owner: owner(), typed: Object.fromEntries(differing) })
}

export const clearEditDraft = (id: string) => removeSessionItem(noteKey(id))

export function loadEditDraft(id: string): Partial<MemberEditForm> | undefined {
  const note = readSessionItem(noteKey(id))
  if (!isRecord(note) || note.owner !== owner() || !isRecord(note.typed)) return undefined
  const fits = Object.entries(note.typed).filter(([name, value]) =>
    name === 'additional_info_materials_products'
      ? Array.isArray(value)
      : typeof value === 'string',
  )
  return fits.length === 0 ? undefined : Object.fromEntries(fits)
}
