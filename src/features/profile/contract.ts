import { z } from 'zod'
import { expectedVersion } from '#features/members/contract.ts'
import { shapeOf } from '#features/members/fields/forms.ts'
import { formMessage } from '#shared/fields.ts'

/** Shown on Profile Settings to a visitor who is not signed in. */
export const loginPrompt = 'Please log in to view your profile.'

/**
 * PUT /api/profile: the full user merged with the changes (contract 5.7). All other fields of the body,
 * like e-mail, role and membership number, are ignored. An absent field stays unchanged. With
 * `updated_at` the edit is refused when one of its fields has been changed since.
 */
export const profileEdit = z.object({ ...shapeOf('profile'), ...expectedVersion }, formMessage)
export type ProfileEdit = z.output<typeof profileEdit>
export type ProfileForm = z.input<typeof profileEdit>
