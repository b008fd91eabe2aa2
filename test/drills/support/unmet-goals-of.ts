import { inject } from 'vitest'
import { type DrillEnvironment, withEnvironment } from './environment.ts'
import { type Finding, unmetGoals } from './findings.ts'

/** Runs a drill with the PostgreSQL of the test run; returns the goals it does not meet. */
export const unmetGoalsOf = async (
  drill: (env: DrillEnvironment) => Promise<Finding[]>,
): Promise<Finding[]> => unmetGoals(await withEnvironment(inject('postgresUrl'), drill))
