/** The words of a narration that say something about a transfer, and never who made it. */
// cspell:disable: words as banks cut and join them.

export const listOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** What dues are called; a bank cuts and joins these words. */
export const wordsOfDues = [
  ...listOf(
    `dues due membership member members subscription subs fee fees annual yearly year renewal renew contribution
    association payment pay paid for of fy arrears arrear`,
  ),
]

/**
 * Words of banks, their channels and the portal's own notes, which are never the name of a member.
 */
const bankingWords = new Set([
  ...wordsOfDues,
  ...listOf(
    `neft rtgs imps upi ach ecs nach inb inft mob mmt tpt ift cms cash cdm dep deposit deposited cashdep atm
    pos ref refno utr rrn txn trf tfr transfer trfr from by to payments credit credited debit account
    acc acct sb ca od bank banks limited ltd branch ifsc inward outward instrument drawee net netbanking
    banking mobile online internet self p2a p2m p2p collect ok hdfc hdfcbank icici icic axis axisb utib
    sbi sbin kotak kkbk yes yesb idfc idfcfirst idfb indusind indb canara cnrb pnb punb baroda barb bob
    union ubin boi bkid central cbin uco ucba iob ioba idbi ibkl federal fdrl rbl ratn hsbc citi
    citibank dbs bandhan karnataka karb dcb jnk india state national gpay googlepay phonepe paytm
    paytmqr bharatpe amazonpay cred ybl ibl axl okhdfcbank okicici oksbi okaxis apl ptsbi assn mr mrs ms
    messrs cr dr no na nil inr rs int interest charge charges chgs gst tax being towards against dt dtd
    dated on and amount amt bill invoice inv jan feb mar apr may jun jul aug sep oct nov dec january
    february march april june july august september october november december inw inwd नेफ्ट एनईएफटी
    आरटीजीएस यूपीआई आईएमपीएस वर्गणी सदस्यता सभासद शुल्क`,
  ),
])

/** A word for a cheque or for how banks clear it. */
const cheque = /^(?:chq|chqs|chk|cheque|cheques|clg|clearing|cts|micr)(?:no|dep|deposit|clg)?$/

const cash = /^by\s+cash\b|\bcash[\W_]*dep|\bcdm\b|\bdep(?:osit(?:ed)?)?\s+(?:by|of|in)?\s*cash\b/i

/** Whether a credit says that cash was paid in at the bank. */
export const isCash = (narration: string): boolean => cash.test(narration) && !isTransfer(narration)

export const isBankingWord = (word: string): boolean => bankingWords.has(word) || cheque.test(word)

/** The words of a text in lower case. A number is no word. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []

const takenBack =
  /return|revers|dishono|bounce|rejec|chargeback|unpaid|insufficient|^(?:upi|neft|imps|rtgs|chq|cheque|clg|ecs|ach|nach|inw|iw|ow|owd|outward|inward|o|i|cts|txn)?(?:ret|retd|retn|rtn|rtnd|rtrn|rev|revd|rvsl|rvrsl)$/
/** A word for a refund, which the bank makes, or the association that pays credit back. */
const refunded = /refund|^(?:upi|neft|imps|rtgs|ecs|ach|nach|txn)?(?:rfd|rfnd)$/

const isTakenBack = (word: string): boolean => takenBack.test(word) || refunded.test(word)

/** Purposes other than dues, recognised by the beginning of a word; short ones are whole words. */
const purposes: readonly [pattern: RegExp, purpose: string][] = [
  [/^expos?$|^expo(?:stall|fee|booth|reg|book|20)/, 'an expo'],
  [/^exhib/, 'an exhibition'],
  [/^stal(?:l|ls|lbook.*|lfee.*|lrent.*|lcharge.*|ladv.*)$|^booths?$|^pavilion/, 'a stall'],
  [/^advanc|^adv(?:ns|nc|ance)?$/, 'an advance'],
  [
    /^rents?$|^rental|^(?:shop|hall|office|godown|room|stall|house|bldg)rent$|^kiraya$|^bhada$|^lease/,
    'rent',
  ],
  [/^donat|^donors?$|^chanda$|^daan$|^charit|^relief$/, 'a donation'],
  [/^spon(?:s|so.*)?$|^sponsor/, 'a sponsorship'],
  [/^advert|^advt|^ads?$|^hoarding|^banner|^souvenir|^magazine/, 'an advertisement'],
  [/^depos|^dep$|^emd$|^caution/, 'a deposit'],
  [
    /^semin|^workshop|^conferen|^conclave|^summit|^convention|^delegat|^train(?:ing|g)$/,
    'a seminar',
  ],
  [/^event|^dinner|^lunch|^picnic|^tours?$|^trip$|^gala|^mela$|^festival|^agm$/, 'an event'],
  [/^loans?$|^emi$/, 'a loan'],
  [/^salar|^wages?$|^pension/, 'wages'],
  [/^fund$|^funds$|^corpus$|^building$|^welfare$/, 'a fund'],
  [/^divid|^matur|^redemp|^fdr?$/, 'an investment'],
  [/^tenders?$|^sale$|^scrap$|^purchase/, 'a sale'],
  [/^awards?$|^tickets?$|^passes$|^registration$|^reg$|^entry$/, 'an entry'],
]

/** 'DEP TFR' is how SBI begins every credit by transfer; 'CASH DEPOSIT' and 'CDM DEP' are cash paid in at the bank. */
const depositWords =
  /\bdep(?:osit)?\s+(?:tfr|trf|transfer)\b|\b(?:cash|cdm)[\W_]*dep(?:osit(?:ed)?)?\b|\bdep(?:osit(?:ed)?)?\s+(?:by|of|in)?\s*cash\b/gi

/**
 * Why a credit with this narration may be no payment of dues, as a sentence; undefined where nothing speaks against it.
 * Words of the member's and the association's own names do not count as often as the names have them.
 */
export function doubtOfWords(narration: string, names: string): string | undefined {
  const own = wordsOf(names)
  const text = narration.replace(/[\w.]+@\w+/g, ' ').replace(depositWords, ' ')
  const joined = joinedNeighbours(text, own)
  const words = wordsOf(text).filter((word) => {
    const at = own.indexOf(word)
    if (at !== -1) own.splice(at, 1)
    return at === -1
  })
  words.push(...joined)
  if (words.some(isTakenBack)) return 'The description speaks of a return, a reversal or a refund.'
  if (words.some((word) => cheque.test(word))) return 'A cheque may not be cleared yet.'
  for (const word of words) {
    const purpose = purposes.find(([pattern]) => pattern.test(word))?.[1]
    if (purpose) return `The description speaks of ${purpose} ('${word}'), not only of dues.`
  }
  return undefined
}

/**
 * Joins neighbouring words, unless one of them is a word of these names: a bank may break a description within a word.
 */
const joinedNeighbours = (text: string, names: readonly string[]): string[] =>
  [...text.toLowerCase().matchAll(/(?<=([\p{L}\p{M}]+)) (?=([\p{L}\p{M}]+))/gu)].flatMap(
    ([, before = '', behind = '']) =>
      names.includes(before) || names.includes(behind) ? [] : [before + behind],
  )

/** The number of the cheque that a credit says it is; undefined where it names none, or several numbers of six digits. */
export function chequeNumberIn(text: string): string | undefined {
  if (!mentionsCheque(text)) return undefined
  const numbers = new Set([...text.matchAll(/(?<!\d)0*(\d{6})(?!\d)/g)].map(([, number]) => number))
  return numbers.size === 1 ? [...numbers][0] : undefined
}

const transfer = /^(?:neft|imps|rtgs|upi|ach|nach|ecs|ift|tpt|trf|tfr|transfer)/

/** Whether the description names a channel that carries no cheques. */
export const isTransfer = (narration: string): boolean =>
  wordsOf(narration).some((word) => transfer.test(word))

export const mentionsCheque = (narration: string): boolean =>
  wordsOf(narration).some((word) => cheque.test(word))

/** Whether a debit says that money goes back, or that a cheque did not clear. */
export const mentionsReturn = (narration: string): boolean => wordsOf(narration).some(isTakenBack)

/** Whether a debit says so by other words than those for a refund. */
export const mentionsOtherReturn = (narration: string): boolean =>
  wordsOf(narration).some((word) => takenBack.test(word))

/** The words that may belong to a name: neither words of banks nor words that many names have. */
export const nameWordsOf = (text: string): string[] =>
  wordsOf(text).filter(
    (word) =>
      word.length >= 5 && !isBankingWord(word) && !isTakenBack(word) && !commonWords.test(word),
  )

const commonWords =
  /^(?:furniture|industries|industry|industrial|interior|enterprise|trad|works|plywood|laminate|panel|board|shree|account|closed|funds|inward|outward|clearing|cheque|charge|transfer|drawer)/
