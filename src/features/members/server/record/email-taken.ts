/** An email belongs to at most one person, including deleted users (contract 12.2). */
import type { Database } from '#platform/server/database/database.ts'
import { Refusal } from '#shared/refusal.ts'
import { memberWithCompany } from '../../display-name.ts'
import { findPersonByEmail, type PersonRow } from '../queries.ts'

type Owner = Pick<PersonRow, 'name' | 'company_name' | 'role' | 'is_active'>

/** 'This email already belongs to Asha Patil of Teak & Co, a deleted user'. */
function emailTakenMessage({ name, company_name, role, is_active }: Owner): string {
  const status = is_active ? role === 'admin' && 'an administrator' : 'a deleted user'
  const nameOfOwner = name || company_name ? memberWithCompany({ name, company_name }) : ''
  const owner = [nameOfOwner, status].filter(Boolean).join(', ') || 'another person'
  return `This email already belongs to ${owner}`
}

export const emailTaken = (owner: Owner): Refusal =>
  new Refusal('conflict', emailTakenMessage(owner), { code: 'email-taken', field: 'email' })

/** Refuses an email (in canonical spelling) that is another person's; '' is free. */
export async function assertEmailFree(
  db: Database,
  personId: string,
  email: string,
): Promise<void> {
  const owner = await findPersonByEmail(db, email)
  if (owner && owner.id !== personId) throw emailTaken(owner)
}
