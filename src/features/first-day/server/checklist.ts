import type { Settings } from '#features/settings/answers.ts'
import type { SettingsStore } from '#features/settings/server/settings-store.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { defaultAssociationName } from '#shared/portal-info.ts'
import type { Checklist } from '../answers.ts'
import { stepsDone } from '../rules.ts'
import { countPeople, isDismissed } from './queries.ts'

/** The checklist of the first day as the caller sees it: the first step is their own name. */
export async function checklistFor(
  { db, info }: World,
  settings: SettingsStore,
  caller: Caller,
): Promise<Checklist> {
  await settings.reload()
  const current = settings.current()
  return {
    steps: stepsDone({
      callerName: caller.name,
      isAssociationNamed: current.association_name !== defaultAssociationName,
      ...paymentDetails(current),
      ...(await countPeople(db)),
    }),
    // Sample data is complete, so it needs no checklist.
    dismissed: info().sample || (await isDismissed(db)),
  }
}

const paymentDetails = (settings: Settings) => ({
  logo: settings.association_logo,
  duesOem: settings.dues_oem,
  duesVendor: settings.dues_vendor,
  bankAccount: settings.bank_account_number,
  upiId: settings.upi_id,
})
