/** The users of a portal in tests: signed out ('visitor') or signed in with this role. */
export const personas = ['visitor', 'seeker', 'vendor', 'oem', 'admin'] as const
export type Persona = (typeof personas)[number]

/** The personas who have an account. */
export type SignedInPersona = Exclude<Persona, 'visitor'>

/** The email address of a persona in a test portal. */
export const emailOf = (persona: Persona): string => `${persona}@teak.example`
