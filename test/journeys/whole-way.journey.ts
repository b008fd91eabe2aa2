import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { isTo } from '../drills/people.ts'
import { onSite } from '../drills/site.ts'
import { launchBrowser } from '../setup/browser.ts'
import { engines } from '../world.ts'
import { axeViolations, desk, openPerson, phone, settled, signInByMail } from './support/people.ts'

const member = 'Login as OEM / Vendor (Members only)'
const seeker = 'Login to check job openings'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

describe.each(engines)('the whole way through real mail, on %s,', (engine) => {
  test('from an empty portal to a job that a seeker has found and kept', async () => {
    await onSite(inject('postgresUrl'), async (site) => {
      const mail = await site.mailServer()
      const { url } = await site.portal({
        DATA_DIR: site.folder(),
        DATABASE_URL: await site.database(engine),
        SMTP_URL: mail.url,
        ADMIN_EMAIL: 'secretary@panel.example',
      })

      const admin = await openPerson(browser, url, desk)
      await signInByMail(admin, url, mail, 'secretary@panel.example', 'Admin Login')
      await admin.page.waitForURL(`${url}/admin`)
      await admin.page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
      await admin.page.getByRole('button', { name: 'Add Member Manually' }).click()
      const form = admin.page.getByRole('dialog')
      await form.getByLabel('Name', { exact: true }).fill('Asha Patil')
      await form.getByLabel(/^Email/).fill('asha@teak.example')
      await form.getByLabel(/^Company Name/).fill('Teak & Co')
      await form.getByLabel(/WhatsApp/).fill('+91 98765 43210')
      await form.getByText(/^OEM/).first().click()
      await form.getByRole('button', { name: /^Add Member/ }).click()
      await admin.page.getByText('Member added successfully').first().waitFor()
      const welcome = await mail.waitFor(isTo('asha@teak.example'), 15_000)
      expect(welcome.text).toMatch(/OEM\d{7}/)

      const oem = await openPerson(browser, url, phone)
      await signInByMail(oem, url, mail, 'asha@teak.example', member)
      await oem.page.waitForURL(`${url}/oem/members`)
      await oem.go('/oem/jobs')
      await oem.page.getByRole('button', { name: 'Post New Job' }).first().click()
      const posting = oem.page.getByRole('dialog')
      await posting.getByRole('button', { name: /^Post/ }).click()
      for (const message of [
        'Job title is required',
        'Job description is required',
        'Location is required',
        'How to apply information is required',
      ])
        await posting.getByText(message).waitFor()
      expect(await axeViolations(oem.page)).toEqual([])
      await posting.getByLabel(/Title/).fill('CNC router operator')
      await posting.getByLabel(/Description/).fill('Runs the nesting router, two shifts.')
      await posting.getByLabel('Location', { exact: true }).fill('Jodhpur')
      await posting.getByLabel(/How to Apply/i).fill('Call +91 98765 43210')
      await posting.getByRole('button', { name: /^Post/ }).click()
      await oem.page.getByText('Your job posting will be reviewed by an admin.').first().waitFor()

      const carpenter = await openPerson(browser, url, phone)
      await signInByMail(carpenter, url, mail, 'carpenter@work.example', seeker)
      await carpenter.page.waitForURL(`${url}/jobs`)
      await carpenter.page.getByText('No job postings available at the moment.').waitFor()

      mail.clear()
      await admin.go('/admin')
      await admin.page.getByRole('tab', { name: 'Job Posts' }).click()
      await admin.page.getByText('CNC router operator').first().waitFor()
      expect(await axeViolations(admin.page)).toEqual([])
      await admin.page
        .getByRole('button', { name: /^Approve/ })
        .first()
        .click()
      await admin.page.getByText('Job status updated successfully').first().waitFor()
      const decided = await mail.waitFor(isTo('asha@teak.example'), 15_000)
      expect(decided.text).toContain('CNC router operator')

      await carpenter.go('/jobs')
      await carpenter.page.getByText('CNC router operator').waitFor()
      await carpenter.page.getByRole('button', { name: 'View Details' }).click()
      const details = carpenter.page.getByRole('dialog')
      await details.getByText('Runs the nesting router, two shifts.').waitFor()
      expect(await axeViolations(carpenter.page)).toEqual([])
      await carpenter.page.keyboard.press('Escape')
      await carpenter.page.getByRole('button', { name: /save/i }).first().click()
      await carpenter.go('/jobs/saved')
      await carpenter.page.getByText('CNC router operator').waitFor()

      await carpenter.go('/jobs/search')
      await carpenter.page.getByRole('searchbox').fill('JODH')
      await carpenter.page.waitForURL(/JODH/)
      await carpenter.page.getByText('CNC router operator').waitFor()
      await carpenter.page.getByRole('searchbox').fill('no such trade')
      await carpenter.page.getByText('CNC router operator').waitFor({ state: 'detached' })
      await carpenter.page.reload()
      await settled(carpenter.page)
      expect(await carpenter.page.getByRole('searchbox').inputValue()).toBe('no such trade')
    })
  })
})
