/** Both database engines that the portal supports; every query and route test runs on each. */
export const engines = ['SQLite', 'PostgreSQL'] as const
export type Engine = (typeof engines)[number]
