/** Why a credit may be no payment of dues that stays, by the words of its narration. */
// cspell:ignore advt ansfer bounc chqs dishon dishonor dishonored exhib inwclg micr osit outclg recredit refnd REFUNDOF retd revd revers rfnd rtnd

const wordsOf = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** A payment that went back or came back. */
const returned = wordsOf(`
  return returned returns rtn rtnd retd ret reversal reversed reverse rev revd refund refunded refnd rfnd bounce bounced
  dishonour dishonor dishonoured dishonored dishon unpaid cancelled canceled chargeback recredit recall failed
`)

/** A cheque that was paid in: the bank may still return it. */
const cheque = wordsOf(`
  cheque chq cheques chqs clg clearing cts micr inwclg outclg
`)

/** What members pay an association for besides dues. */
const purposes = wordsOf(`
  expo exhibition exhib fair stall stalls booth pavilion advance adv rent rental donation donate donations charity
  sponsor sponsorship sponsored advertisement advertisements advt advertising ad seminar workshop conference
  delegate summit event events dinner gala picnic tour trip ticket tickets raffle insurance loan emi interest
  int salary deposit fd security auction scrap invoice purchase training course hall booking souvenir
  magazine directory banner welfare relief fund csr building
`)

/** Words that banks run together or cut: 'EXPO2026STALL', 'REFUNDOF'. */
const returnedStem = /^(?:refund|revers|return|bounc|dishon)/
const purposeStem = /^(?:expo(?!rt|s)|stall|donat|sponsor|exhibit|advert|seminar|confer)/

/** Words of banks that look like a purpose: 'CASH DEPOSIT', 'BY CLG', 'ADV' of an advice. */
const bankPhrases =
  /\b(?:cash\s*dep(?:osit)?|dep(?:osit)?\s*(?:by|at|machine|slip)|mutual\s*fund|funds?\s*tr(?:ansfer|f)?)\b/g

/**
 * A sentence, or undefined. `names` are those of the member: 'Expo Decor' may pay its dues.
 */
export function narrationDoubt(narration: string, names: readonly string[]): string | undefined {
  const own = new Set(names.flatMap(tokensOf))
  const tokens = tokensOf(narration.toLowerCase().replace(bankPhrases, ' ')).filter(
    (token) => !own.has(token),
  )
  if (tokens.some((token) => returned.has(token) || returnedStem.test(token)))
    return 'The description speaks of a return or a refund.'
  if (tokens.some((token) => cheque.has(token)))
    return 'It is a cheque, which the bank may still return.'
  const purpose = tokens.find((token) => purposes.has(token) || purposeStem.test(token))
  return purpose && `The description names another purpose: ${purpose}.`
}

const tokensOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? []
