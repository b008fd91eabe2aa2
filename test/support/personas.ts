/** Who uses a portal in tests: somebody signed out, or a person signed in with this role. */
export const personas = ['visitor', 'seeker', 'vendor', 'oem', 'admin'] as const
export type Persona = (typeof personas)[number]

/** Those with an account. */
export type SignedInPersona = Exclude<Persona, 'visitor'>

/** The email address of a persona in a test portal. */
export const emailOf = (persona: Persona): string => `${persona}@teak.example`
