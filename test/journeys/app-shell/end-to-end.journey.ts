/** An empty portal process: sign-ins by real mails, members, a job posting and a saved job. */
import { expect, inject, onTestFinished, test } from 'vitest'
import { openEnvironment } from '#test/support/process/environment.ts'
import { isTo } from '#test/support/process/sign-in.ts'
import { axeViolations } from '../support/layout.ts'
import { adminEmail } from '../support/portals.ts'
import { adminLogin, memberLogin, seekerLogin, signInByMail } from '../support/sign-in.ts'
import { openWindow, phone, settled } from '../support/windows.ts'

test('a new association posts a job that a job seeker finds and saves', async () => {
  const { env, close } = openEnvironment(inject('postgresUrl'))
  onTestFinished(close)

  const mail = await env.mailServer()
  const { url } = await env.portal({
    DATA_DIR: env.folder(),
    SMTP_URL: mail.url,
    ADMIN_EMAIL: adminEmail,
  })

  const admin = await openWindow(url)
  await signInByMail(admin, mail, adminEmail, adminLogin)
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
  const welcome = await mail.waitFor(isTo('asha@teak.example'))
  expect(welcome.text).toMatch(/OEM\d{7}/)

  const oem = await openWindow(url, phone)
  await signInByMail(oem, mail, 'asha@teak.example', memberLogin)
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

  const seeker = await openWindow(url, phone)
  await signInByMail(seeker, mail, 'carpenter@work.example', seekerLogin)
  await seeker.page.waitForURL(`${url}/jobs`)
  await seeker.page.getByText('No job postings available at the moment.').waitFor()

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
  const decided = await mail.waitFor(isTo('asha@teak.example'))
  expect(decided.text).toContain('CNC router operator')

  await seeker.go('/jobs')
  await seeker.page.getByText('CNC router operator').waitFor()
  await seeker.page.getByRole('button', { name: 'View Details' }).click()
  const details = seeker.page.getByRole('dialog')
  await details.getByText('Runs the nesting router, two shifts.').waitFor()
  expect(await axeViolations(seeker.page)).toEqual([])
  await seeker.page.keyboard.press('Escape')
  await seeker.page.getByRole('button', { name: /save/i }).first().click()
  await seeker.go('/jobs/saved')
  await seeker.page.getByText('CNC router operator').waitFor()

  await seeker.go('/jobs/search')
  await seeker.page.getByRole('searchbox').fill('JODH')
  await seeker.page.waitForURL(/JODH/)
  await seeker.page.getByText('CNC router operator').waitFor()
  await seeker.page.getByRole('searchbox').fill('no such trade')
  await seeker.page.getByText('CNC router operator').waitFor({ state: 'detached' })
  await seeker.page.reload()
  await settled(seeker.page)
  expect(await seeker.page.getByRole('searchbox').inputValue()).toBe('no such trade')
})
