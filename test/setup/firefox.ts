import { existsSync } from 'node:fs'
import { onPath, type Program } from './programs.ts'

/** Driven by WebDriver BiDi. */
export const firefox: Program<string> = {
  name: 'Firefox',
  packages: ['firefox-esr|firefox'],
  find: () =>
    [process.env.FIREFOX_PATH, ...onPath('firefox-esr', 'firefox')].find(
      (path) => path && existsSync(path),
    ),
}
