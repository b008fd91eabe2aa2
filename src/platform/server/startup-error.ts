/** A reason not to start or run, in one sentence for the operator, who can act on it. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
