import { inject } from 'vitest'
import { type DrillEnvironment, withEnvironment } from '#test/support/process/environment.ts'
import { type Finding, unmetGoals } from '#test/support/process/findings.ts'

/** Runs a drill with the PostgreSQL of the test run; returns the goals it does not meet. */
export const unmetGoalsOf = async (
  drill: (env: DrillEnvironment) => Promise<Finding[]>,
): Promise<Finding[]> => unmetGoals(await withEnvironment(inject('postgresUrl'), drill))
