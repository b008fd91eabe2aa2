/** The link opens the members of an amount over the board book; closing them goes back in the history. */
export const amountsLinkState = { opened: 'rows' }
