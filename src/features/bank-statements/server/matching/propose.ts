/** Proposes a member, or a payment that is recorded already, for each bank line (contract 13.11). */
import { agesNamedIn, withoutNameOf } from '#features/ledger/named-charges.ts'
import { pauses, yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import { financialYearOf } from '#shared/financial-year.ts'
import { formatRupees } from '#shared/rupees.ts'
import { joinWithAnd } from '#shared/sentences.ts'
import { tokensOf } from '#shared/values/reference.ts'
import type { Proposal } from '../../answers.ts'
import { doubtOfWords, saysDues } from './bank-words.ts'
import { type Debt, type Debts, debtsOf, type OpenCharge } from './debts.ts'
import {
  addedLegalForm,
  hasBeginningOfName,
  unexplainedWords,
  wordOfOther,
} from './explained-words.ts'
import { type Candidate, isNumber, isNumbered, isOfPayer, type KnownMember } from './identify.ts'
import { lineText, withoutUpiIds } from './line-text.ts'
import type { NameStrength } from './member-names.ts'
import { otherChargeNamed } from './named-charges.ts'
import { type NoticeReferences, noticeReferences } from './notice-references.ts'
import { namesOf, payersWords } from './payers-words.ts'
import { type Facts, none, type OpenLine, payment, withoutCertainty } from './proposal.ts'
import { bouncedPayments, recordedPayments, waitingCheques } from './recorded-payments.ts'
import { repeatedUtrs } from './references.ts'
import {
  amountSentence,
  clueSentence,
  companyOf,
  mayMean,
  sameReferenceAsLine,
  sameReportedReference,
} from './sentences.ts'
import { wholeWords } from './whole-words.ts'

/** Returns the proposals of all open lines by their ids. No dues and no recorded payment are proposed for two lines. */
export async function proposeAll(
  lines: readonly OpenLine[],
  utrs: readonly (readonly string[])[],
  candidates: readonly (readonly Candidate[])[],
  known: Facts,
): Promise<Map<string, Proposal>> {
  const pause = pauses()
  const proposals = new Map<string, Proposal>()
  const { findUnknown, findOther } = known.register.numbers
  const wordsFor = (personId: string, narration: string) => {
    const member = known.members.get(personId)
    return payersWords(narration, `${member ? namesOf(member) : ''} ${known.associationNames}`)
  }
  const facts = {
    ...known,
    unknownNumberIn: findUnknown,
    otherNumberIn: findOther,
    noticeTexts: noticeReferences(known.notices),
    debts: debtsOf({ ...known, wordsFor }),
  }
  const repeated = await repeatedUtrs(utrs)
  const recorded = await recordedPayments(facts)
  const waiting = waitingCheques(facts)
  const bounced = bouncedPayments(facts)
  const takeOwed = ({ person_id }: Proposal, line: OpenLine) => {
    if (person_id) facts.debts.take(person_id, line)
  }
  const usedReferences = new Set<string>()
  const rest: OpenCandidates[] = []
  for (const [index, line] of lines.entries()) {
    await pause()
    const lineUtrs = utrs[index] ?? []
    const lineCandidates = candidates[index] ?? []
    const ofAmount = (utr: string) => `${utr} ${line.amount_paise}`
    const used = lineUtrs.find((utr) => usedReferences.has(ofAmount(utr)))
    for (const utr of lineUtrs) usedReferences.add(ofAmount(utr))
    const returned = facts.returned.get(line.id)
    const cheque = returned === undefined ? waiting.find(line) : undefined
    const existing =
      cheque ??
      recorded.find(line, lineUtrs, lineCandidates) ??
      (returned === undefined ? undefined : none(returned)) ??
      bounced.find(line, lineUtrs, lineCandidates) ??
      waiting.findLater(line)
    if (existing) proposals.set(line.id, existing)
    if (cheque) takeOwed(cheque, line)
    else if (existing) continue
    else if (used !== undefined) proposals.set(line.id, none(sameReferenceAsLine(used)))
    else
      rest.push({
        line,
        candidates: lineCandidates,
        repeated: lineUtrs.find((utr) => repeated.has(utr)),
        isDoubtful:
          pointsToOther(lineCandidates) ||
          doubtOf(line, lineCandidates[0]?.person_id, lineCandidates, facts) !== undefined,
      })
  }
  for (const { line, candidates: found, repeated: utr } of await strongestFirst(rest)) {
    await pause()
    const lineCandidates = besideCharges(line, found, facts)
    const proposed = proposePayment(line, lineCandidates, facts)
    const proposal = recorded.withDoubt(
      line,
      utr === undefined
        ? proposed
        : withoutCertainty(proposed, `Another line has the same reference ${utr}.`),
    )
    proposals.set(line.id, withWords(line, proposal, lineCandidates, facts))
    takeOwed(proposal, line)
  }
  return proposals
}

type WordFacts = Pick<
  Facts,
  'members' | 'associationNames' | 'charges' | 'years' | 'partlyPaid' | 'register'
> & {
  noticeTexts: NoticeReferences
  debts: Debts
  unknownNumberIn: (text: string) => string | undefined
  otherNumberIn: (text: string, member: KnownMember) => string | undefined
}

/**
 * Makes a proposal likely at most when the description names another purpose than dues, returned money, or a
 * membership number that is not this member's.
 */
function withWords(
  line: OpenLine,
  proposal: Proposal,
  candidates: readonly Candidate[],
  facts: WordFacts,
): Proposal {
  const doubt = doubtOf(line, proposal.person_id, candidates, facts)
  return doubt === undefined ? proposal : withoutCertainty(proposal, doubt)
}

/** Returns a sentence that says which words of the line speak against dues of this member, if any do. */
function doubtOf(
  line: OpenLine,
  personId: string | null | undefined,
  candidates: readonly Candidate[],
  facts: WordFacts,
): string | undefined {
  const { members, years, charges, unknownNumberIn, otherNumberIn, associationNames, register } =
    facts
  const narration = wholeWords(line.narration)
  const member = members.get(personId ?? '')
  const debt = member && facts.debts.compare(member.id, line)
  const text = debt ? withoutPaid(narration, debt, charges.get(member.id) ?? []) : narration
  const doubt = otherPurpose(text, member, associationNames)
  if (doubt !== undefined) return doubt
  const number = unknownNumberIn(lineText(line))
  if (number) return `The description has ${number}, a membership number that no active member has.`
  if (!member || !debt) return undefined
  const charge = otherChargeNamed(withoutNumber(text, member.membership_number ?? ''), {
    charges: charges.get(member.id) ?? [],
    years: years.get(member.id) ?? [],
    debt,
    paise: line.amount_paise,
    day: line.date,
  })
  if (charge) return charge
  const reference = otherReference(line, member, candidates, facts)
  if (reference) return reference
  const [best] = candidates
  if (!best || !needsExplanation(best, candidates)) return undefined
  const other = otherNumberIn(narration, member)
  if (other !== undefined)
    return `The description has ${other}, which may be the membership number of another member.`
  const payer = otherPayer(member.id, candidates)
  if (payer) return `${clueSentence(payer, facts)}.`
  const thisYear = financialYearOf(line.date).name
  const owesEarlier = charges.get(member.id)?.some(({ year }) => year < thisYear)
  return (
    unexplainedWords(owesEarlier ? withoutAge(text) : text, member, {
      associationNames,
      hasPaidPart: facts.partlyPaid.has(member.id),
    }) ?? wordOfOther(text, member, { ownersOf: register.ownersOf, associationNames })
  )
}

/**
 * The narration without words like 'OLD BALANCE', which name a charge of an earlier year; 'ARREARS' are dues in any
 * case.
 */
const withoutAge = (narration: string): string => {
  const { old } = agesNamedIn(narration)
  return old !== undefined && /\s/.test(old) ? narration.replace(old, '/') : narration
}

const otherPurpose = (
  text: string,
  member: KnownMember | undefined,
  associationNames: string,
): string | undefined => doubtOfWords(text, `${member ? namesOf(member) : ''} ${associationNames}`)

/**
 * Nothing is proposed for a line of a member whose dues another line pays; the sentence says what else the line may
 * be for.
 */
function ofTaken(
  { narration }: OpenLine,
  { person_id }: Candidate,
  clue: string,
  { members, associationNames, partlyPaid }: OpenFacts,
): Proposal {
  const text = wholeWords(narration)
  const member = members.get(person_id)
  const hasPaidPart = partlyPaid.has(person_id)
  const doubt =
    otherPurpose(text, member, associationNames) ??
    (member && unexplainedWords(text, member, { associationNames, hasPaidPart }))
  const reason = `${clue}, but another line is proposed for what they owe.`
  return none(doubt === undefined ? reason : `${reason} ${doubt}`)
}

/**
 * The narration without the words for the charges that the line pays or may mean: 'SEMINAR' is no other purpose than
 * those.
 */
const withoutPaid = (
  narration: string,
  { isAll, charge, meant }: Debt,
  open: readonly OpenCharge[],
): string =>
  (isAll ? open : charge ? [charge] : meant)
    .filter(({ label }) => label !== '')
    .reduce((text, one) => withoutNameOf(one, text), narration)

/**
 * Banks write notes behind a name without a sign: 'NANDI DOORS STALL' is the whole name where the member owes a
 * stall.
 */
function besideCharges(
  { narration, ...line }: OpenLine,
  candidates: readonly Candidate[],
  { debts, charges, register }: WordFacts,
): readonly Candidate[] {
  const [best, ...others] = candidates
  if (best?.by !== 'name' || best.strength === 'full') return candidates
  const open = charges.get(best.person_id) ?? []
  const whole = wholeWords(narration)
  const rest = withoutPaid(whole, debts.compare(best.person_id, { ...line, narration }), open)
  const match = rest === whole ? undefined : register.namesOf(rest).matches[0]
  if (match?.id !== best.person_id || match.strength !== 'full') return candidates
  const { id: person_id, ...name } = match
  return [{ by: 'name', person_id, ...name }, ...others]
}

/** A membership number may have a year: 'OEM/2025/001'. */
const withoutNumber = (narration: string, number: string): string => {
  const parts = number.match(/[\p{L}\p{N}]+/gu) ?? []
  return parts.length === 0
    ? narration
    : narration.replace(new RegExp(parts.join('[^\\p{L}\\p{N}]*'), 'giu'), '/')
}

/** Returns a sentence that quotes what looks like the reference of a dues notice, but is not that of this member's. */
function otherReference(
  line: OpenLine,
  member: KnownMember,
  candidates: readonly Candidate[],
  { noticeTexts }: WordFacts,
): string | undefined {
  const text = noticeTexts.findOther(tokensOf(lineText(line)), member.id)
  const isSaid = candidates.some(
    (one) => one.by === 'notice' && one.written === text && one.person_id === member.id,
  )
  return text === undefined || isSaid
    ? undefined
    : `The description has ${text}, which is not the reference of their dues notice.`
}

/** The UPI ID of another member, by its name or by an earlier payment, while it may not be this member's as well. */
const otherPayer = (personId: string, candidates: readonly Candidate[]): Candidate | undefined => {
  const ofUpiIds = candidates.filter(
    (one) => one.by === 'upi' || (one.by === 'account' && one.isUpi),
  )
  return ofUpiIds.some(({ person_id }) => person_id === personId) ? undefined : ofUpiIds[0]
}

/**
 * Members write their name, phone or short number also when they pay for something else, so other words of the line
 * count; after a full number or a reference they do not. Words of another member to whom the line points are said
 * already.
 */
const needsExplanation = (best: Candidate, candidates: readonly Candidate[]): boolean =>
  best.by === 'name'
    ? best.strength === 'full' || best.strength === 'person' || best.isLongBeginning
    : isWeak(best) && otherMember(best, candidates) === undefined

/** Such a clue proves who paid only together with a name of the member. */
const isWeak = (clue: Candidate): boolean =>
  clue.by === 'phone' ||
  (clue.by === 'membership' && clue.isShort) ||
  (clue.by === 'notice' && clue.spelling === 'cut')

/** A line without a recorded payment, and whom it may be from. */
interface OpenCandidates {
  line: OpenLine
  candidates: readonly Candidate[]
  /** A reference that another line has, too. */
  repeated: string | undefined
  /** It has the phone of another member, or its words speak against the first of them. */
  isDoubtful: boolean
}

const clueRank = {
  reported: 0,
  notice: 1,
  membership: 2,
  phone: 3,
  account: 4,
  receipt: 5,
  name: 6,
  upi: 8,
}
function rankOf({ line, candidates }: OpenCandidates): number {
  const [first] = candidates
  if (first === undefined) return 9
  if (first.by !== 'name' || first.strength === 'full') return clueRank[first.by]
  // The whole name of a contact with a word for dues says more than a part of the name of a firm.
  return clueRank.name + (first.personAs === 'whole' && saysDues(line.narration) ? 0.5 : 1)
}

/**
 * Sorts lines by their strongest clue; lines of equal strength are sorted by day. Lines in doubt come last, so that
 * they do not use up the dues that another line pays.
 */
async function strongestFirst(lines: readonly OpenCandidates[]): Promise<OpenCandidates[]> {
  const pause = pauses()
  const strengths = new Map<number, OpenCandidates[]>()
  for (const line of lines) {
    await pause()
    const strength = rankOf(line) + (line.isDoubtful ? 10 : 0)
    const equal = strengths.get(strength)
    if (equal) equal.push(line)
    else strengths.set(strength, [line])
  }
  const sorted: OpenCandidates[] = []
  for (const [, equal] of [...strengths].toSorted(([a], [b]) => a - b)) {
    await yieldToEventLoop()
    equal.sort(({ line: a }, { line: b }) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    for (const line of equal) sorted.push(line)
  }
  return sorted
}

type OpenFacts = Facts & { debts: Debts }

function proposePayment(
  line: OpenLine,
  candidates: readonly Candidate[],
  facts: OpenFacts,
): Proposal {
  const [first] = candidates
  if (!first) return none('No member matches this line.')
  if (first.by !== 'name') return byReference(line, first, candidates, facts)
  return byName(line, candidates, facts)
}

/**
 * Finds another member to whom the line points: by a number of the portal, by another clue where it does not name the
 * candidate, or by a name that fits better than the candidate's.
 */
function otherMember(
  { person_id }: Candidate,
  candidates: readonly Candidate[],
): Candidate | undefined {
  const names = candidates.filter((one) => one.by === 'name')
  const own = names.find((one) => one.person_id === person_id)
  return candidates.find(
    (one) =>
      one.person_id !== person_id &&
      // One account may pay for several firms.
      one.by !== 'account' &&
      one.by !== 'upi' &&
      (!own || isNumber(one) || (one.by === 'name' && isBetter(one.strength, own.strength))),
  )
}

/** Whether a line has the name of one member and the phone of another. */
const pointsToOther = ([first, ...others]: readonly Candidate[]): boolean =>
  (first?.by === 'phone' && otherMember(first, others) !== undefined) ||
  (first?.by === 'name' &&
    others.some(({ by, person_id }) => by === 'phone' && person_id !== first.person_id))

/** A whole name is better than any other; the beginning of a name is better than words of it. */
const isBetter = (one: NameStrength, own: NameStrength): boolean =>
  one !== own && (one === 'full' || (one === 'beginning' && own !== 'full'))

/** Several members reported the same reference: at most one of them has paid. */
function byReports(
  reporters: readonly Candidate[],
  candidates: readonly Candidate[],
  facts: OpenFacts,
): Proposal {
  const ids = [...new Set(reporters.map(({ person_id }) => person_id))]
  const companies = ids.map((id) => companyNameOf(id, facts)).filter((name) => name !== '')
  const reason = sameReportedReference(companies)
  const named = candidates.find((one) => one.by === 'name' || isOfPayer(one))
  const isNamed = named && reporters.some(({ person_id }) => person_id === named.person_id)
  return isNamed && !isTaken(named.person_id, facts)
    ? payment(named.person_id, false, `${reason} ${clueSentence(named, facts)}.`)
    : none(reason)
}

function byReference(
  line: OpenLine,
  candidate: Candidate,
  candidates: readonly Candidate[],
  facts: OpenFacts,
): Proposal {
  const { amount_paise } = line
  const { person_id } = candidate
  const reporters = candidates.filter(({ by }) => by === 'reported')
  const claims = reporters.filter((one) => one.person_id !== person_id)
  if (claims.length > 0 && !isNumbered(candidate, candidates))
    return byReports(reporters, candidates, facts)
  const others = candidates.filter((one) => !claims.includes(one))
  const conflict = facts.members.get(otherMember(candidate, others)?.person_id ?? '')
  const clue = clueSentence(candidate, facts)
  const also = conflict ? ` The description also points to ${companyOf(conflict)}.` : ''
  const doubtful = claims
    .map((claim) => ` ${clueSentence(claim, facts)}: this claim is doubtful.`)
    .join('')
  if (isTaken(person_id, facts)) return ofTaken(line, candidate, clue, facts)
  const owes = facts.debts.compare(person_id, line)
  // As with a name: only a number of the portal, or their report, says that they pay although they owe nothing.
  if (owes.owed === 0 && isOfPayer(candidate))
    return none(amountSentence(clue, amount_paise, { ...owes, isNotRaised: false }))
  const isReported = candidate.by === 'reported' && candidate.amount_paise === amount_paise
  const isClear = isProof(line, candidate, facts)
  const isOwed = owes.isAll || owes.charge !== undefined
  const isSure = (isOwed || isReported) && isClear && !conflict && claims.length === 0
  const reason =
    isReported && !isOwed
      ? `${clue}, and the amount is the same.`
      : amountSentence(clue, amount_paise, {
          ...owes,
          isNotRaised: facts.notRaised.has(person_id),
        })
  return payment(person_id, isSure, `${reason}${also}${doubtful}`)
}

/** Whether a clue shows the member. */
function isProof({ narration }: OpenLine, candidate: Candidate, facts: OpenFacts): boolean {
  const { by, person_id } = candidate
  const isNamed = facts.register
    .namesOf(withoutUpiIds(narration))
    .matches.some(({ id, personAs }) => id === person_id && personAs !== 'apart')
  if (by === 'phone') return isNamed || isOwnPhone(narration, person_id, facts)
  if (isWeak(candidate)) return isNamed
  return !isOfPayer(candidate) && by !== 'receipt' && !isMistyped(candidate)
}

/**
 * Whether the owner of a phone pays for this member: the line has the beginning of its name, or says that it is dues
 * and the owner has no other firm.
 */
function isOwnPhone(narration: string, personId: string, facts: OpenFacts): boolean {
  const member = facts.members.get(personId)
  if (!member) return false
  if (hasBeginningOfName(narration, member, facts.associationNames)) return true
  const { matches } = facts.register.namesOf(member.name)
  return saysDues(narration) && matches.every(({ id }) => id === personId)
}

const isMistyped = (clue: Candidate): boolean => clue.by === 'notice' && clue.spelling === 'near'

/** An earlier line is proposed for all that the member owes. */
const isTaken = (personId: string, { owed, debts }: OpenFacts): boolean =>
  (owed.get(personId) ?? 0) > 0 && debts.remainingOf(personId) === 0

function byName(line: OpenLine, candidates: readonly Candidate[], facts: OpenFacts): Proposal {
  const { amount_paise } = line
  const { debts } = facts
  const [best, next] = candidates
  if (best?.by !== 'name') return none('No member matches this line.')
  if (best.together.length > 0) return ofSeveral(line, best.together, facts)
  const isOwnName = best.strength === 'full' && isOnlyOwner(best, candidates)
  // Of a member whose whole name the line has, and who owes nothing, no sister pays whose name is only like it.
  const isPaid = best.strength === 'full' && debts.compare(best.person_id, line).owed === 0
  const may = isOwnName
    ? [best]
    : candidates.filter((one) => !isPaid || (one.by === 'name' && one.strength === 'full'))
  const owing = may.filter(({ person_id }) => {
    const { remaining, charge } = debts.compare(person_id, line)
    return remaining === amount_paise || charge !== undefined
  })
  const [first, second] = owing
  const owes = ({ person_id }: Candidate) => ({
    ...debts.compare(person_id, line),
    isNotRaised: facts.notRaised.has(person_id),
  })
  const company = ({ person_id }: Candidate) => companyNameOf(person_id, facts)
  if (first?.by === 'name') {
    const isBest = first === best
    const isFull = first.strength === 'full'
    const isAlike = ({ person_id }: Candidate) => first.alike.includes(person_id)
    // A member may be meant by a name and by a UPI ID.
    const alikeOwing = owing.filter(
      (one, at) =>
        isAlike(one) && owing.findIndex(({ person_id }) => person_id === one.person_id) === at,
    )
    const isRival = second?.by === 'name' && second.strength === first.strength && !first.isUnique
    const rivals = alikeOwing.length > 0 || !isRival ? alikeOwing : [second]
    if (rivals.length > 0)
      return none(
        `The description may mean ${mayMean([first, ...rivals].map(company))}, who owe the same amount.`,
      )
    const payer = candidates.find((one) => one.by === 'phone' && one.person_id !== first.person_id)
    const alike = candidates.find(isAlike) ?? payer
    const also = alike ? ` The description also points to ${company(alike)}.` : ''
    const others = isOnlyOwner(first, candidates) ? [] : first.mayMean
    const meant = [first.person_id, ...others].map((id) => companyNameOf(id, facts))
    const either = meant.length > 1 ? ` The description may mean ${mayMean(meant)}.` : ''
    const own = owes(first)
    const member = isFull ? facts.members.get(first.person_id) : undefined
    const form = member && addedLegalForm(line.narration, member, facts.associationNames)
    const said = form === undefined ? '' : ` ${form}`
    const reason = `${amountSentence(clueSentence(first, facts), amount_paise, own)}${also}${either}${said}`
    const isOwn =
      (isFull && isOnlyOwner(first, candidates)) ||
      (first.isLongBeginning && !alike) ||
      isPersonWithDues(line, first, candidates)
    return payment(
      first.person_id,
      isOwn && isBest && !payer && !own.isNotRaised && (own.isAll || own.charge !== undefined),
      reason,
    )
  }
  const alike = candidates.filter(({ person_id }) => best.alike.includes(person_id))
  if (alike.length > 0)
    return none(`The description may mean ${mayMean([best, ...alike].map(company))}.`)
  const clue = clueSentence(best, facts)
  if (isTaken(best.person_id, facts)) return ofTaken(line, best, clue, facts)
  const own = owes(best)
  const isLikely = best.strength === 'full' && own.remaining > 0 && (best.isUnique || !next)
  const reason = amountSentence(clue, amount_paise, own)
  return isLikely ? payment(best.person_id, false, reason) : none(reason)
}

/** No other member is meant by the name, or the line has the phone of this one, too. */
const isOnlyOwner = (
  { person_id, isUnique }: Extract<Candidate, { by: 'name' }>,
  candidates: readonly Candidate[],
): boolean =>
  isUnique || candidates.some((one) => one.by === 'phone' && one.person_id === person_id)

/** The line has the whole name of the contact of one member, names nobody else, and says that it is dues. */
const isPersonWithDues = (
  { narration }: OpenLine,
  name: Extract<Candidate, { by: 'name' }>,
  candidates: readonly Candidate[],
): boolean =>
  name.strength === 'person' &&
  name.personAs === 'whole' &&
  name.isUnique &&
  saysDues(narration) &&
  candidates.every(({ person_id }) => person_id === name.person_id)

const companyNameOf = (id: string, { members }: Pick<Facts, 'members'>): string => {
  const member = members.get(id)
  return member ? companyOf(member) : ''
}

/** The line names several members by their full names: none of them alone is proposed. */
function ofSeveral(
  { amount_paise }: OpenLine,
  together: readonly string[],
  facts: OpenFacts,
): Proposal {
  const names = joinWithAnd(together.map((id) => companyNameOf(id, facts)))
  const owed = together.reduce((sum, id) => sum + facts.debts.remainingOf(id), 0)
  return none(
    owed === amount_paise
      ? `The description names ${names}, who owe ${formatRupees(owed)} together. Split the line over them.`
      : `The description names ${names}. Choose the member, or split the line.`,
  )
}
