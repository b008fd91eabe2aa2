/**
 * A header of every answer of the portal. Without it a proxy or a firewall in front of the portal answered, whose
 * text is nothing to show.
 */
export const portalMark = 'Answered-By'
export const portalMarkValue = 'members-portal'
