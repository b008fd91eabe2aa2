/** npm run screenshots: the pictures of docs/secretary.md, docs/treasurer.md and README.md. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { launchBrowser } from '#test/setup/browser.ts'
import { setClock, startPortal } from './camera.ts'
import { firstDay, secretary } from './first-day.ts'
import { register } from './register.ts'
import { season } from './season.ts'

setClock()
mkdirSync(join(import.meta.dirname, '../../docs/images'), { recursive: true })
const browser = await launchBrowser({ hidesScrollbars: true })
try {
  const own = await startPortal({ ADMIN_EMAIL: secretary })
  await firstDay(browser, own)
  await own.stop()
  const sample = await startPortal({})
  await season(browser, sample)
  await sample.stop()
  const inSeason = await startPortal({}, { hasSeason: true })
  await register(browser, inSeason)
  await inSeason.stop()
} finally {
  await browser.close()
}
