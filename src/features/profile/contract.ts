import { z } from 'zod'
import { materialIds } from '#features/members/materials.ts'
import { multiLine, required, singleLine, webAddress } from '#shared/fields.ts'

/** Nullable in the specification: null is the same as empty. */
const nullable = (field: z.ZodType<string, string>) =>
  z.preprocess((typed) => typed ?? '', field).optional()

/** Profile Settings without a user (contract 2). */
export const loginPrompt = 'Please log in to view your profile.'

const visibilityFlag = z.boolean('Please say whether others may see it').optional()

/**
 * PUT /api/profile: the full user merged with the changes (contract 7). Only what is
 * named here is read from it; e-mail, role, number and everything else of the administration stays
 * as it is, whatever is sent. What is left out stays too.
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
    additional_info_materials_products: z
      .array(
        z.enum(materialIds, 'Please choose materials from the list'),
        'Please choose materials from the list',
      )
      .max(materialIds.length, 'Please choose each material once')
      .optional(),
    materials_other: nullable(singleLine()),
    logo_url: z.string().max(120, 'Please upload the logo again').nullish(),
    show_phone: visibilityFlag,
    show_email: visibilityFlag,
    show_address: visibilityFlag,
    /** As it was read: keeps anybody from undoing what they have not seen. */
    updated_at: singleLine(40).optional(),
  },
  'Please fill in the form',
)
export type ProfileEdit = z.output<typeof profileEdit>
export type ProfileForm = z.input<typeof profileEdit>
