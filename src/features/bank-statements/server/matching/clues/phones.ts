/** Finds the member whose mobile number a narration has: banks write that of the payer. */

/** Each place where ten digits of a mobile number begin; people write blanks, hyphens and dots between them. */
const mobile = /(?<![\p{L}\d])(?=(?:(?:\+|00)?91[- ]?|0)?([6-9](?:[ .-]?\d){9})(?!\d))/gu

interface PhonedMember {
  id: string
  phone_key?: string
}

/** Finds the members whose numbers a narration has; numbers of several members are ignored. */
export function buildPhoneFinder(
  members: readonly PhonedMember[],
): (narration: string) => { person_id: string; text: string }[] {
  const owners = new Map<string, string | undefined>()
  for (const { id, phone_key: key = '' } of members)
    if (key !== '') owners.set(key, owners.has(key) ? undefined : id)
  return (narration) =>
    [
      ...new Set(
        [...narration.matchAll(mobile)].map(([, number = '']) => number.replace(/\D/g, '')),
      ),
    ].flatMap((text) => {
      const person_id = owners.get(text)
      return person_id === undefined ? [] : [{ person_id, text }]
    })
}
