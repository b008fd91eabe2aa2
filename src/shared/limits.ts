/**
 * The table of all rate limits, with their messages (contract 9.8). `platform/server/http/rate-limit.ts` counts the
 * hits. Stored bytes have separate budgets (contract 14.7).
 */
import { days, hours, minutes } from './durations.ts'
import type { RefusalCode } from './refusal.ts'
import { countOf } from './sentences.ts'

export interface Limit {
  /** The keys of its counters begin with it. */
  name: string
  /**
   * Whose hits are counted together. For 'client' and 'network' (the /48 of an IPv6 address), a local trial is not
   * counted, and an address that many visitors share has a larger limit.
   */
  who: 'client' | 'network' | 'address' | 'browser' | 'person' | 'all'
  /** How many hits are allowed within the window. */
  max: number
  /** In milliseconds, from the first hit. */
  window: number
}

/** A limit beyond which a call is refused. */
export interface RefusingLimit extends Limit {
  /** Takes the seconds until the window ends. */
  sentence: (seconds: number, limit: Limit) => string
  code?: RefusalCode
}

type Row = Omit<Limit, 'name'> & Partial<Pick<RefusingLimit, 'sentence' | 'code'>>

const withNames = <Rows extends Record<string, Row>>(rows: Rows) =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { name, ...row }])) as {
    [Name in keyof Rows]: Rows[Name] & { name: string }
  }

const code = 'too-many-tries'

/** '1 minute', '60 minutes', '24 hours'. */
const inWords = (seconds: number): string =>
  seconds > 3600
    ? countOf(Math.ceil(seconds / 3600), 'hour', 'hours')
    : countOf(Math.ceil(seconds / 60), 'minute', 'minutes')

const roundedWait = (seconds: number): string => (seconds < 90 ? 'a minute' : inWords(seconds))

const tooManyLinksToAddress = (seconds: number): string =>
  `Several links have already been requested. The newest email in your inbox or spam folder still works: open its link, and enter its code if you're asked for it. Or try again in ${roundedWait(seconds)}.`

const tooManyLinks = (seconds: number): string =>
  `Too many links have been requested from your connection. If you already have an email with a link, it still works. Otherwise try again in ${roundedWait(seconds)}.`

const tooManyGuesses = (seconds: number): string =>
  `Too many attempts. Please try again in ${inWords(seconds)}, or request a new link.`

const confirmLater = (seconds: number): string =>
  `Too many attempts. Please try again in ${inWords(seconds)}, or confirm in another way.`

const tooManyCalls = (seconds: number): string =>
  `Too many requests from your connection. Please try again in ${inWords(seconds)}.`

const tooManyChecks = (seconds: number): string =>
  `Too many certificates were checked from your network; please try again in ${inWords(seconds)}`

const tooManyUploads = (seconds: number): string =>
  `You have uploaded too many files; please try again in ${inWords(seconds)}`

/** `what` completes 'You have … 60 times within an hour'. */
const limitMessageOf =
  (what: string) =>
  (seconds: number, { max, window }: Limit): string =>
    `You have ${what} ${max} times within ${window === days(1) ? 'a day' : 'an hour'}. Please try again in ${inWords(seconds)}.`

const profileSavedMessage = limitMessageOf('saved your profile')
const postingsSavedMessage = limitMessageOf('saved job postings')
const jobsChangedMessage = limitMessageOf('changed job postings')
const savedJobsMessage = limitMessageOf('saved or removed jobs')

export const limits = withNames({
  // Requests for sign-in links. A person who requests again because a mail did not arrive does not reach these limits.
  linksOfAddress: {
    who: 'address',
    max: 12,
    window: hours(1),
    sentence: tooManyLinksToAddress,
    code,
  },
  linksOfAddressDaily: { who: 'address', max: 30, window: days(1) },
  /**
   * Limits one client for one address, so that other clients keep some of the address's requests.
   */
  linksFromClient: { who: 'client', max: 8, window: hours(1) },
  linksFromClientDaily: { who: 'client', max: 20, window: days(1) },
  linksOfBrowser: { who: 'browser', max: 12, window: hours(1) },
  linksOfBrowserDaily: { who: 'browser', max: 40, window: days(1) },
  linksOfClient: { who: 'client', max: 60, window: hours(1), sentence: tooManyLinks, code },
  /** Beyond it the log has a warning. */
  linksOfPortal: { who: 'all', max: 300, window: hours(1) },

  /** Links and cookies that belong to no request. */
  guesses: { who: 'client', max: 60, window: minutes(10), sentence: tooManyGuesses, code },
  /**
   * Wrong codes typed without the link: as many as three requests allow. After that, `codesOff` gets its one hit.
   */
  wrongCodes: { who: 'address', max: 15, window: days(1) },
  codesOff: { who: 'address', max: 1, window: days(1) },

  // Attempts with a second factor, right or wrong.
  appCodes: { who: 'person', max: 5, window: minutes(15), sentence: confirmLater, code },
  appCodesDaily: { who: 'person', max: 30, window: days(1), sentence: confirmLater, code },
  recoveryCodes: { who: 'person', max: 10, window: hours(1), sentence: confirmLater, code },
  passkeys: { who: 'person', max: 30, window: minutes(15), sentence: confirmLater, code },

  /** Forms sent and private links opened by applicants, valid or not; counted before a body is read. */
  applicantCalls: { who: 'client', max: 90, window: minutes(15), sentence: tooManyCalls },
  /** Valid applications, and valid changes of one. */
  applications: { who: 'client', max: 20, window: hours(1), sentence: tooManyCalls },
  applicationsOfAddress: {
    who: 'address',
    max: 30,
    window: days(1),
    sentence: () => 'Too many applications for this email address. Please try again tomorrow.',
  },

  /** Counts calls with a valid link and without one, before the link is checked. */
  noticesOpened: { who: 'client', max: 90, window: minutes(15), sentence: tooManyCalls },
  noticeDocuments: { who: 'client', max: 30, window: minutes(15), sentence: tooManyCalls },
  paymentReports: { who: 'client', max: 20, window: hours(1), sentence: tooManyCalls },

  // A separate limit, because a page with scripts also makes a call.
  certificateChecks: { who: 'client', max: 120, window: minutes(10), sentence: tooManyChecks },
  certificatePages: { who: 'client', max: 120, window: minutes(10), sentence: tooManyChecks },
  certificateDownloads: {
    who: 'person',
    max: 60,
    window: hours(1),
    sentence: (seconds, { max }) =>
      `You have downloaded ${max} documents within an hour. Please try again in ${inWords(seconds)}.`,
  },

  // Accepted or not.
  uploads: { who: 'person', max: 120, window: hours(1), sentence: tooManyUploads },
  uploadsOfAdmin: { who: 'person', max: 1200, window: hours(1), sentence: tooManyUploads },
  uploadsOfVisitor: {
    who: 'client',
    max: 120,
    window: hours(1),
    sentence: (seconds) =>
      `Too many files were uploaded from your network; please try again in ${inWords(seconds)}`,
  },
  /** Counts imports together with their plans. */
  imports: {
    who: 'person',
    max: 120,
    window: hours(1),
    sentence: (seconds, { max }) =>
      `You have checked or imported ${max} spreadsheets within an hour; please try again in ${inWords(seconds)}`,
  },
  bankStatements: {
    who: 'person',
    max: 60,
    window: hours(1),
    sentence: (seconds, { max }) =>
      `You have imported ${max} bank statements within an hour; please try again in ${inWords(seconds)}`,
  },
  testMails: {
    who: 'person',
    max: 30,
    window: hours(1),
    sentence: (seconds, { max }) =>
      `You have sent ${max} test emails within an hour. Please try again in ${inWords(seconds)}.`,
  },

  // Saves of one's own data (`countSave`).
  profiles: { who: 'person', max: 60, window: hours(1), sentence: profileSavedMessage },
  profilesDaily: { who: 'person', max: 150, window: days(1), sentence: profileSavedMessage },
  postings: { who: 'person', max: 30, window: hours(1), sentence: postingsSavedMessage },
  postingsDaily: { who: 'person', max: 300, window: days(1), sentence: postingsSavedMessage },
  postingBytes: {
    who: 'person',
    max: 4_000_000,
    window: hours(1),
    sentence: (seconds) =>
      `You have saved job postings of more than 4 MB within an hour. Please try again in ${inWords(seconds)}.`,
  },
  edits: { who: 'person', max: 120, window: hours(1), sentence: jobsChangedMessage },
  editsDaily: { who: 'person', max: 400, window: days(1), sentence: jobsChangedMessage },
  savedJobs: { who: 'person', max: 6000, window: hours(1), sentence: savedJobsMessage },
  savedJobsDaily: { who: 'person', max: 50_000, window: days(1), sentence: savedJobsMessage },

  // Beyond these, the history shortens or omits values.
  historyBytes: { who: 'person', max: 200_000, window: days(1) },
  historyBytesYearly: { who: 'person', max: 2_000_000, window: days(365) },
  /** Replaced texts of one field that are recorded in full nevertheless. */
  wholeTexts: { who: 'person', max: 1, window: days(7) },
  signIns: { who: 'person', max: 20, window: hours(1) },
  /** Counted apart, so that a person who only reads the mailbox cannot use them up. */
  confirmations: { who: 'person', max: 20, window: hours(1) },
  refusalsOfPerson: { who: 'person', max: 5, window: hours(1) },
  /** Only counted, for the operator's figures. */
  refusals: { who: 'all', max: Number.MAX_SAFE_INTEGER, window: days(1) },
  /** Reads of one and the same list without a limit. */
  listExports: { who: 'person', max: 1, window: hours(1) },
})

/**
 * Mails to people who never requested one; each topic has separate counters. The first mails of each network use a
 * reserve, so that many mails from a hundred networks do not prevent a person in another network from signing in or
 * applying.
 */
export const strangerMails = withNames({
  mailbox: { who: 'address', max: 10, window: days(1) },
  /** The first mail from one network to one mailbox. */
  firstToMailbox: { who: 'address', max: 1, window: days(1) },
  /** Beyond `mailbox`, the first mail of each network that has not sent one to it. */
  mailboxOfNewNetworks: { who: 'address', max: 20, window: days(1) },
  network: { who: 'network', max: 100, window: days(1) },
  firstOfNetwork: { who: 'network', max: 3, window: days(1) },
  reserve: { who: 'all', max: 1800, window: days(1) },
  portal: { who: 'all', max: 600, window: days(1) },
})
