/**
 * A header of every answer of the portal. An answer without it comes from a proxy or firewall, and its text is not
 * shown to users.
 */
export const portalMark = 'Answered-By'
export const portalMarkValue = 'members-portal'
