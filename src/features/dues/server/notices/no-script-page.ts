/** What the page of a dues notice shows without any script. */

import { html } from 'hono/html'
import type { Client } from '#platform/server/http/client-network.ts'
import { enforceLimit } from '#platform/server/http/rate-limit.ts'
import type { World } from '#platform/server/world.ts'
import { type Day, isoDay, longDate } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { Refusal } from '#shared/refusal.ts'
import { formatRupees } from '#shared/rupees.ts'
import type { Notice } from '../../notices/answers.ts'
import { itemLabels, paidText, reportStates } from '../../notices/labels.ts'
import { noticeName } from '../../notices/rules.ts'
import { findByToken } from './link.ts'
import { readNotice } from './notice.ts'

/** Browsers send the part of a link after the # to no server, so the reader pastes it into a form. */
export const noticeFormWithoutScript = (problem?: string) => html`<section>
<h2>Membership dues</h2>
${problem && html`<p class="bad" role="alert">${problem}</p>`}
<form method="post" action="/dues">
<label>To see your notice without JavaScript, paste the whole link from the email
<input name="link" required autocomplete="off" maxlength="600"></label>
<button>Show my notice</button>
</form>
</section>`

/** The notice of a pasted link; for an invalid link, the form again with the reason. */
export async function noticeWithoutScript(world: World, client: Client, link: string) {
  try {
    await enforceLimit(world.db, limits.noticesOpened, client, world.now())
    const token = link.match(/[\da-f-]{36}\.[\w.-]{19,119}[\w-]/)?.[0] ?? ''
    const notice = await findByToken(world.db, world, token)
    return factsOf(await readNotice(world.db, world, notice), world.now())
  } catch (error) {
    if (error instanceof Refusal) return noticeFormWithoutScript(error.message)
    throw error
  }
}

const factsOf = (notice: Notice, now: Date) => {
  const { name, company_name, membership_number, reference, association } = notice
  return html`<section class="facts">
<h2>${noticeName(notice)}</h2>
<p>${company_name || name}</p>
<p class="small">${[company_name && name, membership_number].filter(Boolean).join(' · ')}</p>
${notice.owed_paise > 0 ? owed(notice, isoDay(now)) : nothingOwed(notice)}
${notice.reports.length > 0 && html`<h2>Payments you reported</h2>`}
${notice.reports.map(
  ({ amount_paise, paid_on, outcome, reason, ...report }) =>
    html`<p>${formatRupees(amount_paise)}: ${reportStates[outcome ?? 'open']}</p>
<p class="small">${report.reference} · ${longDate(paid_on)} ${reason}</p>`,
)}
<h2>${association.name}</h2>
${association.email && html`<p>Questions? <a href="mailto:${association.email}">${association.email}</a></p>`}
<p class="small">Notice ${reference}. Anyone with this link can see this notice.</p>
</section>`
}

const nothingOwed = (notice: Notice) => html`<p class="status good">Nothing to pay</p>
<p>${paidText(notice)}</p>
${notice.credit_paise > 0 && html`<p>You have a credit of ${formatRupees(notice.credit_paise)}.</p>`}`

const owed = ({ charges, owed_paise, upi, bank, reference }: Notice, today: Day) => html`<ul>
${charges.map(
  ({
    item,
    label,
    year,
    open_paise,
    due_on,
  }) => html`<li>${label || itemLabels[item]} ${year}: ${formatRupees(open_paise)}
<span class="small">${due_on < today ? 'Was due' : 'Due'} ${longDate(due_on)}</span></li>`,
)}
</ul>
<p class="status">Total ${formatRupees(owed_paise)}</p>
${
  upi &&
  html`<h2>Pay by UPI</h2>
<p><a href="${upi.link}">Pay with a UPI app</a></p>
<dl><dt>UPI ID</dt><dd>${upi.vpa}</dd></dl>`
}
${
  bank &&
  html`<h2>Bank transfer</h2>
<dl>
${detail('Account holder', bank.account_name)}
${detail('Bank', bank.bank_name)}
${detail('Account number', bank.account_number)}
${detail('IFSC', bank.ifsc)}
</dl>`
}
${
  upi || bank
    ? html`<dl>${detail('Reference to quote', reference)}</dl>`
    : html`<p>Please ask the association how to pay, and quote ${reference}.</p>`
}`

const detail = (label: string, value: string) => value && html`<dt>${label}</dt><dd>${value}</dd>`
