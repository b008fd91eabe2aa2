import { z } from 'zod'
import { selectedMaterials } from '#features/members/contract.ts'
import { multiLine, required, singleLine, webAddress } from '#shared/fields.ts'

/** Null means empty (contract 5.7). */
const nullable = (field: z.ZodType<string, string>) =>
  z.preprocess((typed) => typed ?? '', field).optional()

/** Shown on Profile Settings to a visitor who is not signed in. */
export const loginPrompt = 'Please log in to view your profile.'

const visibilityFlag = z.boolean('Please say whether others may see it').optional()

/**
 * PUT /api/profile: the full user merged with the changes (contract 5.7). All other fields of the body,
 * like e-mail, role and membership number, are ignored. An absent field stays unchanged.
 */
export const profileEdit = z.object(
  {
    name: required(singleLine(), 'Name must be at least 2 characters', 2),
    company_name: nullable(singleLine()),
    whatsapp_number: nullable(singleLine(30)),
    website_url: nullable(webAddress('Must be a valid URL')),
    business_partner: nullable(singleLine()),
    company_description: nullable(multiLine()),
    services_products: nullable(multiLine()),
    address: nullable(multiLine()),
    factory_address: nullable(multiLine()),
    certificate_postal_address: nullable(multiLine()),
    city: nullable(singleLine(60)),
    social_links: nullable(multiLine()),
    additional_info_materials_products: selectedMaterials.optional(),
    materials_other: nullable(singleLine()),
    logo_url: z.string().max(120, 'Please upload the logo again').nullish(),
    show_phone: visibilityFlag,
    show_email: visibilityFlag,
    show_address: visibilityFlag,
    /** As it was read; the edit is refused when one of its fields has been changed since. */
    updated_at: singleLine(40).optional(),
  },
  'Please fill in the form',
)
export type ProfileEdit = z.output<typeof profileEdit>
export type ProfileForm = z.input<typeof profileEdit>
