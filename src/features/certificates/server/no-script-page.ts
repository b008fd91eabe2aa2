import { html } from 'hono/html'
import type { Client } from '#platform/server/http/client-network.ts'
import type { World } from '#platform/server/world.ts'
import { dateTime, longDate } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { statusTexts } from '../status-texts.ts'
import { verify } from './verify.ts'

/** What the page of a certificate shows without any script: the same as its screen. */
export async function certificateWithoutScript(world: World, client: Client, code: string) {
  const { status, name, company_name, membership_number, valid_until } = await verify(
    world,
    client,
    code,
    limits.certificatePages,
  )
  const { title, text } = statusTexts[status]
  const item = (label: string, value: string) => value && html`<dt>${label}</dt><dd>${value}</dd>`
  return html`<section class="facts">
<h2>Membership certificate</h2>
<p class="status ${status === 'valid' ? 'good' : 'bad'}">${title}</p>
<p>${text}</p>
<dl>${item('Name', name)}${item('Company', company_name)}${item('Membership No.', membership_number)}${item('Valid until', valid_until && longDate(valid_until))}</dl>
<p class="small">Checked by ${world.info().association_name}, ${dateTime(world.now())} (India)</p>
</section>`
}
