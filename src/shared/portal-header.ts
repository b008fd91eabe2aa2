/**
 * A header of every answer of the portal. An answer without it comes from a proxy or firewall, and its text is not
 * shown to users.
 */
export const portalHeader = 'Answered-By'
export const portalHeaderValue = 'members-portal'
