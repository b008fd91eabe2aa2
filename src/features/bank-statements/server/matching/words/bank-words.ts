/** Words in narrations that describe a transfer and never its sender. */
// cspell:disable: words as banks cut and join them.
import { namesOfDues } from '#features/ledger/named-charges.ts'
import { repairWords } from './repair-words.ts'

export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** What dues are called, also by words that may be of another charge. */
const wordsForDues = wordSet(
  `${namesOfDues.join(' ')} subs fee fees contribution arrears arrear bakaya baki शुल्क shulk varshik बकाया बाकी`,
)

/** What people write of dues; a bank cuts and joins these words. */
export const wordsOfDues = [
  ...wordsForDues,
  ...wordSet('due member members annual yearly year renew association payment pay paid for of fy'),
]

/**
 * Words of banks, their channels and the portal's own notes, which are never the name of a member. The channels are
 * those of statements that customers of these banks show in public: UPIAB, UPIAR, IMPSAB and MOBFT of Union Bank,
 * NEFT_IN and IMPS-IN of PNB, INET-IMPS of Canara and IDFC, TPARTY and TPFT of Axis, INFT, CIB and ATTN of ICICI, TPT
 * of HDFC, YIB of Yes, RRN and MMID of IMPS, INB of SBI; and what UPI apps write as a note.
 */
const bankingWords = new Set([
  ...wordsOfDues,
  ...wordSet(
    `null none remarks trtr neft rtgs imps upi ach ecs nach inb inft mob mmt tpt ift cms cash cdm dep deposit deposited cashdep atm
    pos ref refno utr rrn txn trf tfr transfer trfr from by to payments credit credited debit account
    acc acct sb ca od bank banks limited ltd branch ifsc inward outward instrument drawee net netbanking
    banking mobile online internet self p2a p2m p2p collect ok hdfc hdfcbank icici icic axis axisb utib
    sbi sbin kotak kkbk yes yesb idfc idfcfirst idfb indusind indb canara cnrb pnb punb baroda barb bob
    union ubin boi bkid central cbin uco ucba iob ioba idbi ibkl federal fdrl rbl ratn hsbc citi
    citibank dbs bandhan karnataka karb dcb jnk india state national gpay googlepay phonepe paytm
    paytmqr bharatpe amazonpay cred ybl ibl axl okhdfcbank okicici oksbi okaxis apl ptsbi assn mr mrs ms
    upiab upiar upicr impsab impsar impsin impsinet impscr neftin neftcr nefto nefti rtgsin rtgscr inet tparty tpft
    mobft mbft ift intft yib cib attn brn bbrn brnft rrn mmid vpa p2v okbizaxis ptyes ptaxis pthdfc
    yesg axb waicici wahdfcbank waaxis wasbi yapl naviaxis superyes jupiteraxis recd received rcvd transferred sent send
    messrs cr dr no na nil inr rs int interest charge charges chgs gst tax being towards against dt dtd
    dated on and amount amt bill invoice inv jan feb mar apr may jun jul aug sep oct nov dec january
    february march april june july august september october november december inw inwd नेफ्ट एनईएफटी
    आरटीजीएस यूपीआई आईएमपीएस सभासद sabhasad sadasya bofb balance instalment instalments installment installments`,
  ),
])

/** A word for a cheque or for how banks clear it. */
const chequeWord = /^(?:chq|chqs|chk|cheque|cheques|clg|clearing|cts|micr)(?:no|dep|deposit|clg)?$/

const cashPhrase =
  /^by\s+cash\b|\bcash[\W_]*dep|\bcdm\b|\bdep(?:osit(?:ed)?)?\s+(?:by|of|in)?\s*cash\b/i

/** Whether a credit says that cash was paid in at the bank. */
export const isCash = (narration: string): boolean =>
  cashPhrase.test(narration) && !isTransfer(narration)

export const isBankingWord = (word: string): boolean =>
  bankingWords.has(word) || chequeWord.test(word) || isCutBankName(word)

/** The names of banks, which IMPS cuts after eight letters: STATEBAN, PUNBNATB, KOTAKMAH. */
const bankNames = [
  ...wordSet(
    `punbnatb statebankofindia punjabnationalbank bankofbaroda bankofindia bankofmaharashtra canarabank unionbankofindia
    centralbankofindia indianbank indianoverseasbank ucobank punjabandsindbank idbibank hdfcbankltd icicibankltd axisbankltd
    kotakmahindrabank yesbankltd indusindbank idfcfirstbank federalbank karnatakabank karurvysyabank southindianbank
    cityunionbank bandhanbank aubank ausmallfinancebank rblbank dcbbank csbbank dbsbank paytmpaymentsbank airtelpaymentsbank`,
  ),
]

const minOfBankName = 7

const isCutBankName = (word: string): boolean =>
  word.length >= minOfBankName && bankNames.some((name) => name.startsWith(word))

/** Whether a description says that the money is for dues. */
export const mentionsDues = (narration: string): boolean =>
  lowercaseWords(repairWords(narration)).some((word) => wordsForDues.has(word))

/** The words of a text in lower case. A number is no word. */
export const lowercaseWords = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []

const returnWord =
  /return|revers|dishono|bounce|rejec|chargeback|unpaid|insufficient|^(?:upi|neft|imps|rtgs|chq|cheque|clg|ecs|ach|nach|inw|iw|ow|owd|outward|inward|o|i|cts|txn)?(?:ret|retd|retn|rtn|rtnd|rtrn|rev|revd|rvsl|rvrsl)$/

/** A word for a refund, which the bank makes, or the association that pays credit back. */
const refundWord = /refund|^(?:upi|neft|imps|rtgs|ecs|ach|nach|txn)?(?:rfd|rfnd)$/

const isReturnWord = (word: string): boolean => returnWord.test(word) || refundWord.test(word)

/**
 * 'DEP TFR' is how SBI begins every credit by transfer, 'FUND TRF' and 'FUNDS TRANSFER' are transfers of other banks;
 * 'CASH DEPOSIT' and 'CDM DEP' are cash paid in at the bank.
 */
const bankPhrases =
  /\bfunds?\s+(?:tfr|trf|trans(?:fer)?)\b|\bdep(?:osit)?\s+(?:tfr|trf|transfer)\b|\b(?:cash|cdm)[\W_]*dep(?:osit(?:ed)?)?\b|\bdep(?:osit(?:ed)?)?\s+(?:by|of|in)?\s*cash\b/gi

/**
 * Transfers and cash deposits are left out; the branch that SBI writes after a credit, 'AT 00691 KANPUR MAIN',
 * becomes a part.
 */
export const withoutBankPhrases = (narration: string): string =>
  separateBranch(narration).replace(bankPhrases, ' ')

export const separateBranch = (narration: string): string =>
  narration.replace(/\bat (?=\d{5}\b)/i, '/')

/**
 * The cheque number that a credit states; undefined if it mentions no cheque, or has several numbers of six digits.
 */
export function chequeNumberIn(text: string): string | undefined {
  if (!mentionsCheque(text)) return undefined
  const numbers = new Set([...text.matchAll(/(?<!\d)0*(\d{6})(?!\d)/g)].map(([, number]) => number))
  return numbers.size === 1 ? [...numbers][0] : undefined
}

const transferWord = /^(?:neft|imps|rtgs|upi|ach|nach|ecs|ift|tpt|trf|tfr|transfer)/

/** Whether the description names a channel that carries no cheques. */
export const isTransfer = (narration: string): boolean =>
  lowercaseWords(narration).some((word) => transferWord.test(word))

export const mentionsCheque = (narration: string): boolean =>
  lowercaseWords(narration).some((word) => chequeWord.test(word))

/** Whether a debit says that money goes back, or that a cheque did not clear. */
export const mentionsReturn = (narration: string): boolean =>
  lowercaseWords(narration).some(isReturnWord)

/** Whether a debit mentions a return by other words than those for a refund. */
export const mentionsOtherReturn = (narration: string): boolean =>
  lowercaseWords(narration).some((word) => returnWord.test(word))

/** The words that may belong to a name: neither words of banks nor words that many names have. */
export const distinctiveNameWords = (text: string): string[] =>
  possibleNameWords(text).filter((word) => word.length >= 5 && !commonWords.test(word))

/** All words of a text but those of banks and of returns, and the letters of references: 'HDFCH2622', 'AXISN 52026'. */
export const possibleNameWords = (text: string): string[] =>
  (
    text.toLowerCase().match(/(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}]{2,}(?![\p{L}\p{M}\p{N}])/gu) ?? []
  ).filter((word) => !isBankingWord(word) && !isReturnWord(word) && !isCodeOfBank(word))

/** The code of a bank and the letter of the channel, with which references begin: 'axisn', 'hdfch', 'sbinr'. */
const isCodeOfBank = (word: string): boolean =>
  /^[a-z]{4}[chnr]$/.test(word) && isBankingWord(word.slice(0, 4))

const commonWords =
  /^(?:furniture|industries|industry|industrial|interior|enterprise|trad|works|plywood|laminate|panel|board|shree|account|closed|funds|inward|outward|clearing|cheque|charge|transfer|drawer)/
