import { z } from 'zod'
import { paymentMode } from '#features/ledger/contract.ts'
import { expectedVersion, memberQuery } from '#features/members/contract.ts'
import { emptyForNull } from '#features/members/fields/field-rules.ts'
import { shapeOf } from '#features/members/fields/forms.ts'
import { amount, formMessage, reference } from '#shared/fields.ts'

/** GET /api/admin/members/data. Without `limit` the answer is the full list. */
export const memberDataQuery = memberQuery.pick({
  search: true,
  sort: true,
  limit: true,
  cursor: true,
})

/**
 * PUT /api/admin/members/{id}/data: the edited record (contract 5.10). Texts are free; only the e-mail
 * address and the payment are validated. An absent field does not change.
 */
export const memberDataEdit = z.object(
  {
    ...shapeOf('memberData'),
    payment_amount: amount
      .nullable()
      .transform((paise) => paise || null)
      .optional(),
    payment_mode: z.preprocess((mode) => mode || null, paymentMode.nullable()).optional(),
    payment_reference: emptyForNull(reference()),
    ...expectedVersion,
  },
  formMessage,
)
export type MemberDataEdit = z.output<typeof memberDataEdit>
