/** Both database engines that the portal supports. Tests of queries and locks run on each, others on SQLite. */
export const engines = ['SQLite', 'PostgreSQL'] as const
export type Engine = (typeof engines)[number]
