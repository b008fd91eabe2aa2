import { readYearRates } from '#features/dues/server/read-dues.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { defaultAssociationName } from '#shared/portal-info.ts'
import type { Settings } from '../../answers.ts'
import type { Checklist } from '../../first-day/answers.ts'
import { stepsDone } from '../../first-day/rules.ts'
import type { SettingsStore } from '../settings-store.ts'
import { countPeople, isDismissed } from './queries.ts'

/** The checklist of the first day as the caller sees it: the first step is their own name. */
export async function checklistFor(
  { db, info, now }: World,
  settings: SettingsStore,
  caller: Caller,
): Promise<Checklist> {
  await settings.reload()
  const current = settings.current()
  const { oem, vendor } = await readYearRates(db, now())
  return {
    steps: stepsDone({
      callerName: caller.name,
      isAssociationNamed: current.association_name !== defaultAssociationName,
      ...paymentDetails(current),
      writesMailsToFiles: info().writes_mails_to_files,
      hasDues: oem.amount_paise > 0 || vendor.amount_paise > 0,
      ...(await countPeople(db)),
    }),
    // Sample data is complete, so it needs no checklist.
    dismissed: info().sample || (await isDismissed(db)),
  }
}

const paymentDetails = (settings: Settings) => ({
  logo: settings.association_logo,
  bankAccount: settings.bank_account_number,
  upiId: settings.upi_id,
})
