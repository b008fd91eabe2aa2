/** The portals that are measured in turns: that of this checkout, and that of the commit it is compared with. */

import type { MailServer } from '#test/setup/mail-server.ts'
import type { Engine } from '#test/support/engines.ts'
import type { ApiClient } from '#test/support/process/api-client.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { sendSpreadsheet } from '#test/support/process/member-sheets.ts'
import { launchPortal, type PortalProcess } from '#test/support/process/portal-process.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { adminEmail, signIn } from '#test/support/process/sign-in.ts'
import { memberSheet } from './member-sheet.ts'
import type { Figure } from './report/figure.ts'

export interface Bench {
  env: DrillEnvironment
  /** The folder of this checkout's code and, with `--against`, of the other commit's. */
  checkouts: readonly string[]
}

export interface OpenPortal {
  portal: PortalProcess
  mail: MailServer
  admin: ApiClient
}

/** Portals without members, each with an administrator who has signed in. */
export async function openPortals({ env, checkouts }: Bench, engine: Engine) {
  const opened: OpenPortal[] = []
  for (const checkout of checkouts) {
    const mail = await env.mailServer()
    const portal = await launchPortal(await portalSettings(env, mail, engine), [], checkout)
    env.onClose(() => portal.end('SIGKILL'))
    await portal.ready()
    opened.push({
      portal,
      mail,
      admin: await signIn(env.client(portal), mail, adminEmail, 'admin'),
    })
  }
  return opened
}

/** Portals with a register, and with the dues of the year raised. */
export async function openFilledPortals(bench: Bench, engine: Engine, members: number) {
  const opened = await openPortals(bench, engine)
  for (const one of opened) {
    await importSheet(one, memberSheet(members))
    await raiseDues(one)
  }
  return opened
}

export async function importSheet(
  { portal, admin }: OpenPortal,
  sheet: Buffer,
  fields: Record<string, string> = {},
): Promise<void> {
  const { status, text } = await sendSpreadsheet(portal.url, admin, sheet, fields)
  if (status !== 200) throw new Error(`The import answered ${status} ${text.slice(0, 300)}`)
}

export async function raiseDues({ admin }: OpenPortal): Promise<void> {
  const year = '2026-27'
  for (const [role, amount] of Object.entries({ oem: '5000', vendor: '4001' }))
    await admin.call('PUT', '/api/admin/dues/rates', {
      year,
      role,
      amount,
      joining_fee: '0',
      proration: 'none',
      due_on: '2026-06-30',
      grace_days: 30,
    })
  const preview = await admin.call('POST', '/api/admin/dues/runs/preview', { year })
  const { token } = preview as { token: string }
  await admin.call('POST', '/api/admin/dues/runs', { year, token })
}

/** A figure of the portals' values, in the order of the checkouts. */
export const figureOf = (
  [value = Number.NaN, before]: readonly number[],
  others: Omit<Figure, 'value' | 'before'>,
): Figure => ({ ...others, value, before })
