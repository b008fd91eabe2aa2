/** Settings whose changes are sensitive (sensitive-changes.ts): where members pay, and the texts of mails. */

import {
  queueSensitiveChangeMails,
  type SensitiveAction,
  type SensitiveChange,
} from '#features/members/server/sensitive-changes.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { settingLabels } from '../setting-labels.ts'

/** Names are those of the history. */
export const paymentDetails: readonly string[] = [
  'bank_account_name',
  'bank_name',
  'bank_account_number',
  'bank_ifsc',
  'upi_id',
  'upi_payee_name',
  'upi_merchant_code',
]

export const isSensitive = (name: string): boolean =>
  paymentDetails.includes(name) || name.startsWith('mail ')

/** Mails the changed settings to all administrators; names with their values before and after. */
export const queueSensitiveSettingsMails = (
  world: World,
  db: Database,
  admin: Caller,
  changes: readonly { name: string; before: string; after: string }[],
): Promise<void> => queueSensitiveChangeMails(world, db, admin, actOf(world, changes))

function actOf(
  { publicUrl }: World,
  changes: readonly { name: string; before: string; after: string }[],
): SensitiveAction {
  const isPayment = changes.some(({ name }) => paymentDetails.includes(name))
  return {
    kind: 'settings-changed',
    title: isPayment
      ? 'The payment details of the association were changed'
      : 'The text of an email was changed',
    did: 'changed these settings',
    changes: changes.map(
      ({ name, before, after }): SensitiveChange => ({
        label: settingLabels[name] ?? name,
        before: shown(name, before),
        after: shown(name, after),
      }),
    ),
    advice:
      'If you did not expect this, check the settings and speak with the other administrators.',
    button: { label: 'Open the settings', href: `${publicUrl}/admin/settings` },
  }
}

const shown = (name: string, value: string): string =>
  value === '' && name.startsWith('mail ') ? 'Default text' : value
