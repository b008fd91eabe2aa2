/** A reason not to start or run, in one sentence for the operator, who can act on it. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}

/** The message of anything that was thrown. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
