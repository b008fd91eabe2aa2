/**
 * The season of an association, from the first charge to the last certificate: a treasurer's screens in Chromium, a
 * real mail server, bank statements, many confirmations at once on all portals, and a clock that is moved to the end
 * of the membership.
 */
import { randomInt } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { codeAlphabet, codeLength } from '#features/certificates/code.ts'
import { launchBrowser } from '#test/setup/browser.ts'
import type { Engine } from '#test/support/engines.ts'
import { pdfPages } from '#test/support/pdf.ts'
import type { ApiClient } from '#test/support/process/api-client.ts'
import { concurrently, type DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, countInSequence, type Finding } from '#test/support/process/findings.ts'
import { downloadBytes, lastDay, listRuns, openSeason } from '../dues/season.ts'
import { movedClock } from './clock.ts'
import { association, countRightCodes, type ReceivedNotice, receivedNotices } from './notices.ts'
import * as payments from './payments.ts'
import * as screens from './screens.ts'

export interface SeasonCounts {
  members: number
  /** Whose notices are printed, and the QR codes on them decoded. */
  printed: number
  /** Lines of the bank statement that are sure, and lines that must not match. */
  matching: number
  others: number
  /** Confirmations at the same time. */
  atOnce: number
  /** Random codes of certificates. */
  codes: number
}

export const fullSeason: SeasonCounts = {
  members: 300,
  printed: 300,
  matching: 120,
  others: 20,
  atOnce: 50,
  codes: 1000,
}

type Opened = Awaited<ReturnType<typeof openSeason>> & {
  env: DrillEnvironment
  url: string
  counts: SeasonCounts
  members: payments.SeasonMember[]
  treasurer: screens.Treasurer
  browser: Browser
  clock: ReturnType<typeof movedClock>
}

const rupees = 12_000

/** On PostgreSQL two portals share the database. Another `browser` is closed by the caller. */
export async function seasonDrill(
  env: DrillEnvironment,
  engine: Engine,
  counts: SeasonCounts,
  browser?: Browser,
): Promise<Finding[]> {
  const season = await open(env, engine, counts, browser)
  return [
    ...(await raiseAndSend(season)),
    ...(await matchStatement(season)),
    ...(await confirmTheRest(season)),
    ...(await printAndVerify(season)),
    counted(
      'screens without an error in the console',
      season.treasurer.errors.length === 0 ? 1 : 0,
      1,
    ),
  ].map((finding) => ({ ...finding, what: `${finding.what}, ${engine}` }))
}

async function open(
  env: DrillEnvironment,
  engine: Engine,
  counts: SeasonCounts,
  opened: Browser | undefined,
): Promise<Opened> {
  const clock = movedClock(env)
  const season = await openSeason(env, engine, {
    members: counts.members,
    portals: engine === 'PostgreSQL' ? 2 : 1,
    settings: { TRUST_PROXY: '127.0.0.1' },
    nodeOptions: clock.nodeOptions,
  })
  const { admin, portals } = season
  const url = portals[0]?.url ?? ''
  await admin.call('PUT', '/api/admin/settings', association)
  const members = (await admin.call(
    'GET',
    '/api/admin/members?role=oem',
  )) as payments.SeasonMember[]
  const browser = opened ?? (await launchBrowser())
  if (!opened) env.onClose(() => browser.close())
  const treasurer = await screens.openTreasurer(env, browser, url, admin)
  return { ...season, env, url, counts, members, treasurer, browser, clock }
}

async function raiseAndSend(season: Opened): Promise<Finding[]> {
  const { admin, counts, mail, members, treasurer, url } = season
  await screens.raiseDues(treasurer, members.length)
  const [run] = await listRuns(admin)
  mail.clear()
  await screens.sendNotices(treasurer, members.length)
  const notices = receivedNotices(mail)
  const reached = members.filter(
    ({ email }) => notices.filter((one) => one.email === email).length === 1,
  )
  const selection = { ids: members.slice(0, counts.printed).map(({ id }) => id) }
  const print = `${url}/api/admin/dues/notices/print`
  const pdf = await downloadBytes(print, admin, { selection })
  const references = notices.map(({ reference }) => reference)
  const right = countRightCodes(pdf, references, `${rupees}.00`)
  return [
    counted('members charged', run?.members ?? 0, counts.members),
    counted('members with one notice in their mailbox', reached.length, counts.members),
    counted(
      'private links that open the amount',
      await openedLinks(season, notices),
      counts.printed,
    ),
    counted('QR codes on printed notices equal field by field', right, counts.printed),
  ]
}

/** Each link is opened from a network of its own, because a network may open few. */
async function openedLinks(
  { admin, counts }: Opened,
  notices: readonly ReceivedNotice[],
): Promise<number> {
  let opened = 0
  await concurrently(counts.printed, 4, async (index) => {
    const { token, reference } = notices[index] ?? {}
    const headers = { 'X-Forwarded-For': networkOf(index) }
    const answer = await admin.request('POST', '/api/dues/notice', { token }, headers)
    const notice = JSON.parse(answer.text)
    if (notice.reference === reference && notice.owed_paise === rupees * 100) opened += 1
  })
  return opened
}

const networkOf = (index: number): string =>
  `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`

async function matchStatement({
  admin,
  counts,
  mail,
  members,
  treasurer,
  url,
}: Opened): Promise<Finding[]> {
  const references = new Map(
    receivedNotices(mail).map((notice) => [notice.email, notice.reference]),
  )
  const payers = members.slice(0, counts.matching)
  // Every other one pays with the reference of the notice.
  const sure = payers.map((member, index) =>
    payments.lineOf(member, index, rupees, index % 2 ? references.get(member.email) : undefined),
  )
  const file = payments.fileOf([...sure, ...payments.otherLines(counts.others, rupees)])
  const lines = counts.matching + counts.others
  await screens.confirmStatement(treasurer, file, { lines, sure: counts.matching })
  const stored = await payments.newestLines(admin)
  const ofPayer = stored.filter(({ state, member, narration }) => {
    const index = sure.findIndex((line) => line.narration === narration)
    return state === 'confirmed' && member?.id === payers[index]?.id
  })
  const open = stored.filter(({ state }) => state === 'open')
  const { added } = await payments.importFile(url, admin, file)
  return [
    counted('bank lines matched to the right member', ofPayer.length, counts.matching),
    counted('lines of others left alone', open.length, counts.others),
    counted('lines of the same file that are not imported again', lines - added, lines),
  ]
}

/** A second statement is confirmed line by line at the same time, the other members pay at the same time. */
async function confirmTheRest({
  admin,
  clients,
  counts,
  members,
  url,
}: Opened): Promise<Finding[]> {
  const end = counts.matching + counts.atOnce
  const lines = members
    .slice(counts.matching, end)
    .map((member, index) => payments.lineOf(member, counts.matching + index, rupees))
  const { id } = await payments.importFile(url, admin, payments.fileOf(lines))
  const confirmed = await payments.confirmAtOnce(clients, id)
  await payments.payAtOnce(clients, members.slice(end), { rupees, atOnce: counts.atOnce })
  const serials = await payments.receiptSerials(admin)
  const where = `on ${clients.length} process${clients.length > 1 ? 'es' : ''}`
  return [
    counted(`lines confirmed at the same time ${where}`, confirmed, counts.atOnce),
    counted('receipts without gap and duplicate', countInSequence(serials), counts.members),
  ]
}

async function printAndVerify(season: Opened): Promise<Finding[]> {
  const { admin, browser, clock, counts, env, members, treasurer, url } = season
  const pages = pdfPages(await screens.printCertificates(treasurer, members.length))
  const codes = members.map(({ company_name }) => codeOn(pages, company_name))
  const printed = new Set(codes.filter((code) => code !== ''))
  const [kept = '', revoked = ''] = codes
  const page = await screens.verifyPage(env, browser, url)
  const seen = [await page.open(kept), await page.open(revoked)]
  await revoke(admin, members[1]?.id)
  seen.push(await page.open(revoked), await page.open(randomCode()))
  const unknown = await unknownCodes(season)
  const end = Date.parse(`${lastDay}T23:59:59.999+05:30`)
  clock.moveTo(end - 60_000)
  seen.push(await page.open(kept))
  clock.moveTo(end + 1000)
  seen.push(await page.open(kept))
  const expected = ['Valid', 'Valid', 'Revoked', 'Unknown', 'Valid', 'Expired']
  const right = expected.filter((title, index) => title === seen[index])
  return [
    counted('certificates in one PDF, each with a code of its own', printed.size, pages.length),
    counted('pages of the certificates', pages.length, counts.members),
    counted(
      'verify page: valid, revoked, unknown, last minute, expired',
      right.length,
      expected.length,
    ),
    counted('random codes unknown', unknown, counts.codes),
    counted('checks of one network refused after 120', await refusedChecks(admin), 5),
  ]
}

/** The code on the page of this company. */
function codeOn(pages: readonly string[], company: string): string {
  const page = pages.find((text) => text.split('\n').includes(company))
  return (
    page
      ?.replaceAll('\n', ' ')
      .match(/verify\/([0-9A-Z-]{20,})/)?.[1]
      ?.replaceAll('-', '') ?? ''
  )
}

async function revoke(admin: ApiClient, memberId: string | undefined): Promise<void> {
  const path = `/api/admin/members/${memberId}/certificates`
  const [certificate] = (await admin.call('GET', path)) as { id: string }[]
  await admin.call('POST', `/api/admin/certificates/${certificate?.id}/revoke`, { reason: 'Left' })
}

const randomCode = (): string =>
  Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')

/** 100 from each network: a network may check 120 in ten minutes. */
async function unknownCodes({ admin, counts }: Opened): Promise<number> {
  let unknown = 0
  await concurrently(counts.codes, 4, async (index) => {
    const headers = { 'X-Forwarded-For': `198.51.100.${Math.floor(index / 100)}` }
    const answer = await admin.request('GET', `/api/verify/${randomCode()}`, undefined, headers)
    if (answer.status === 200 && JSON.parse(answer.text).status === 'unknown') unknown += 1
  })
  return unknown
}

/** How many of 125 checks are refused. */
async function refusedChecks(admin: ApiClient): Promise<number> {
  let refused = 0
  await concurrently(125, 4, async () => {
    const headers = { 'X-Forwarded-For': '198.51.100.200' }
    const { status } = await admin.request('GET', `/api/verify/${randomCode()}`, undefined, headers)
    if (status === 429) refused += 1
  })
  return refused
}
