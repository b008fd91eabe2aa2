/** 'the bank, the IFSC and the UPI ID'. */
export const joinWithAnd = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
