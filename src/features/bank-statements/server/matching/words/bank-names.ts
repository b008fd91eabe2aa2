/** The names of banks, some words of which are names of firms as well: 'Standard Furniture', 'Lakshmi Wood Works'. */
// cspell:disable: codes of banks.

/** The letters with which the IFSCs and the references of a bank begin, and its name. */
const banks: readonly (readonly [codes: string, name: string])[] = [
  ['sbin', 'state bank of india'],
  ['punb', 'punjab national bank'],
  ['barb', 'bank of baroda'],
  ['bkid', 'bank of india'],
  ['mahb', 'bank of maharashtra'],
  ['cnrb', 'canara bank'],
  ['ubin', 'union bank of india'],
  ['cbin', 'central bank of india'],
  ['idib', 'indian bank'],
  ['ioba', 'indian overseas bank'],
  ['orbc', 'oriental bank of commerce'],
  ['vijb', 'vijaya bank'],
  ['andb', 'andhra bank'],
  ['alla', 'allahabad bank'],
  ['synb', 'syndicate bank'],
  ['corp', 'corporation bank'],
  ['bkdn', 'dena bank'],
  ['psib', 'punjab and sind bank'],
  ['utib', 'axis bank'],
  ['yesb', 'yes bank'],
  ['kkbk', 'kotak mahindra bank'],
  ['idfb', 'idfc first bank'],
  ['fdrl', 'federal bank'],
  ['karb', 'karnataka bank'],
  ['kvbl', 'karur vysya bank'],
  ['sibl', 'south indian bank'],
  ['ciub', 'city union bank'],
  ['tmbl', 'tamilnad mercantile bank'],
  ['csbk', 'catholic syrian bank'],
  ['dlxb', 'dhanlaxmi bank'],
  ['lavb', 'lakshmi vilas bank'],
  ['ntbl', 'nainital bank'],
  ['jaka', 'jammu and kashmir bank'],
  ['bdbl', 'bandhan bank'],
  ['scbl', 'standard chartered bank'],
  ['deut', 'deutsche bank'],
  ['barc', 'barclays bank'],
  ['clbl', 'capital small finance bank'],
  ['esfb', 'equitas small finance bank'],
  ['ujvn', 'ujjivan small finance bank'],
  ['jsfb', 'jana small finance bank'],
  ['sury', 'suryoday small finance bank'],
  ['esmf', 'esaf small finance bank'],
  ['utks', 'utkarsh small finance bank'],
  ['srcb', 'saraswat cooperative bank'],
  ['srcb', 'saraswat co operative bank'],
  ['srcb', 'saraswati bank'],
  ['cosb', 'cosmos cooperative bank'],
  ['cosb', 'cosmos co operative bank'],
  ['kccb', 'kalupur commercial cooperative bank'],
  ['svcb', 'shamrao vithal cooperative bank'],
  ['bacb', 'bassein catholic cooperative bank'],
  ['hcbl', 'abhyudaya cooperative bank'],
  ['jsbp', 'janata sahakari bank'],
  ['jans', 'janaseva sahakari bank'],
  ['', 'nagrik sahakari bank'],
  ['', 'nagarik sahakari bank'],
  ['', 'mahila vikas bank'],
  ['', 'gramin vikas bank'],
  ['', 'grameen vikas bank'],
  ['', 'urban cooperative bank'],
]

/** Names of which no word is that of a firm. */
const otherBanks = [
  ...['hdfc bank', 'icici bank', 'idbi bank', 'indusind bank', 'rbl bank', 'dcb bank', 'uco bank'],
  ...['au small finance bank', 'paytm payments bank', 'airtel payments bank'],
  ...['india post payments bank', 'fino payments bank', 'jio payments bank'],
]

const fullBankNames = [...banks.map(([, name]) => name), ...otherBanks].map(
  (name) => `${name} limited`,
)
const minOfCutName = 9

/** Whether a part of a line is the name of a bank, which Axis cuts after ten letters: 'Federal Ba', 'Bank of Ma'. */
export function isTruncatedBankName(part: string): boolean {
  const text = part
    .trim()
    .toLowerCase()
    .replace(/[.\s]+/g, ' ')
  return (
    text.length >= minOfCutName &&
    fullBankNames.some(
      (name) => name.startsWith(text) || name.replace('limited', 'ltd').startsWith(text),
    )
  )
}

const namedBanks = banks.map(([code, name]) => ({ code, words: name.split(' ') }))

const bankNameWords = new Set(
  namedBanks.flatMap(({ words }) => words).filter((word) => !/^(?:bank|of|and|co)$/.test(word)),
)

/** Whether a word is part of a bank's name. */
export const isBankNameWord = (word: string): boolean => bankNameWords.has(word)

/**
 * Whether the word at this place is the name of a bank: another word of the name is next to it ('STANDARD CHARTERED',
 * 'DHANLAXMI BANK'), or it is a single word and the text around it has the bank's code, as in an IFSC.
 */
export function isBankName(tokens: readonly string[], at: number, around: string): boolean {
  const before = tokens[at - 1] ?? ''
  const after = tokens[at + 1] ?? ''
  return namedBanks.some(({ code, words }) =>
    words.some(
      (word, position) =>
        word === tokens[at] &&
        (words[position - 1] === before ||
          words[position + 1] === after ||
          (code !== '' &&
            tokens.every((one) => words.includes(one)) &&
            new RegExp(`(?<!\\p{L})${code}`, 'iu').test(around))),
    ),
  )
}
