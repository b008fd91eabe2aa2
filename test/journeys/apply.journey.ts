import { describe, expect, test } from 'vitest'
import { isTo } from '../drills/people.ts'
import type { MailServer } from '../setup/mail-server.ts'
import {
  agree,
  chooseOemFiles,
  countCalls,
  firm,
  focusedName,
  named,
  oemFirm,
  patient,
  rows,
  submit,
  type,
  typedIn,
} from './support/applicants.ts'
import { onOnePortal } from './support/one-portal.ts'
import { axeViolations, openPerson, phone, signInByMail } from './support/people.ts'
import { paper, phonePhoto, smallJpeg, smallPng } from './support/photos.ts'
import { withMail } from './support/portals.ts'

const portal = onOnePortal()

/** The administrator asks for changes; answers the only application as it was, and as it is. */
async function askForChanges(url: string, mail: MailServer, reason: string) {
  const secretary = await openPerson(portal.browser(), url)
  await signInByMail(secretary, url, mail, 'secretary@panel.example', 'Admin Login')
  await secretary.page.waitForURL(`${url}/admin`)
  mail.clear()
  const { request } = secretary.context
  const now = async () => (await (await request.get(`${url}/api/admin/applications`)).json())[0]
  const { id, formData } = await now()
  const answer = await request.put(`${url}/api/admin/applications/${id}/status`, {
    data: { status: 'changes', reason },
    headers: { Origin: url },
  })
  expect(answer.status()).toBe(200)
  return { formData, now }
}

describe('applying from a phone', () => {
  test('an OEM sends a 6 MB photo and papers, once, completes them when asked, and withdraws', async () => {
    await withMail(async (url, mail) => {
      const { page, go } = await openPerson(portal.browser(), url, phone)
      const sent = countCalls(page, '/api/auth/apply')
      expect((await phonePhoto()).buffer.length).toBeGreaterThan(5.5e6)
      await go('/apply/oem')
      await chooseOemFiles(page)
      await type(page, oemFirm)
      await agree(page)
      await page.getByText('All is there').waitFor()
      await expect.poll(() => rows(page, 'factoryMachineryPhotos', 'done').count(), patient).toBe(3)
      await rows(page, 'memberPhoto', 'done').waitFor()
      const upright = await rows(page, 'memberPhoto')
        .locator('img')
        .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
      expect(upright).toEqual([1800, 2400])
      await submit(page).dblclick()
      await page.getByText('Application Submitted', { exact: true }).first().waitFor()
      await page.getByText('Your application has been submitted for review.').first().waitFor()
      await page.waitForURL(`${url}/login`)
      expect(sent.count).toBe(1)

      await mail.waitFor(isTo(firm.email), 15_000)
      await go('/apply/oem')
      expect(Object.values(await typedIn(page)).join('')).toBe('')
      expect(await page.locator('[data-upload]').count()).toBe(0)

      const before = await askForChanges(url, mail, 'The PAN card cannot be read.')
      const letter = await mail.waitFor(isTo(firm.email), 15_000)
      const token = letter.text?.match(/apply\/status#token=([\w-]{43})/)?.[1]
      await go(`/apply/status#token=${token}`)
      await page.getByRole('heading', { name: 'Please complete your application' }).waitFor()
      expect(page.url()).toBe(`${url}/apply/status`)
      await page.getByText('The PAN card cannot be read.').waitFor()
      expect(await typedIn(page)).toMatchObject(oemFirm)
      expect(await axeViolations(page)).toEqual([])
      await named(page, 'companyPanCard').setInputFiles(await smallJpeg('clear.jpg', 9))
      await page.getByRole('button', { name: 'Take photo 1 out' }).click()
      await named(page, 'designation').fill('Director')
      await page.reload()
      await rows(page, 'companyPanCard', 'done').waitFor()
      expect(await named(page, 'designation').inputValue()).toBe('Director')
      await page.getByRole('button', { name: 'Take photo 1 out' }).click()
      await page.getByRole('button', { name: 'Send again' }).click()
      await page.getByRole('heading', { name: 'Your application is with us' }).waitFor()
      const { formData } = await before.now()
      expect(formData.designation).toBe('Director')
      expect(formData.companyPanCard).not.toBe(before.formData.companyPanCard)
      expect(formData.memberPhoto).toBe(before.formData.memberPhoto)
      expect(formData.factoryMachineryPhotos).toEqual(
        before.formData.factoryMachineryPhotos.slice(1),
      )

      await page.getByRole('button', { name: 'Withdraw application' }).click()
      await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
      await page.getByRole('heading', { name: 'Your application is withdrawn' }).waitFor()
      await go(`/apply/status#token=${'x'.repeat(43)}`)
      await page.getByRole('heading', { name: 'We do not know this link' }).waitFor()
      await page.context().setOffline(true)
      await page.evaluate(() => {
        window.location.hash = `token=${'y'.repeat(43)}`
      })
      await page.getByRole('heading', { name: 'No connection' }).waitFor()
      await page.context().setOffline(false)
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('heading', { name: 'We do not know this link' }).waitFor()
    })
  })

  test('a change of type empties the form, and what was typed can be had back', async () => {
    const page = await portal.onPhone('/apply/oem')
    await type(page, oemFirm)
    await named(page, 'companyPanCard').setInputFiles(paper('pan.pdf'))
    await rows(page, 'companyPanCard', 'done').waitFor()
    const before = await typedIn(page)
    await page.getByRole('radio', { name: 'Vendor' }).check()
    await page.waitForURL(`${portal.url()}/apply/vendor`)
    expect(await focusedName(page)).toBe('type')
    expect(Object.values(await typedIn(page)).join('')).toBe('')
    expect(await page.getByRole('group', { name: 'Materials' }).getByRole('checkbox').count()).toBe(
      18,
    )
    await page.getByRole('button', { name: 'Take it over' }).click()
    expect(await typedIn(page)).toMatchObject(firm)

    await page.getByRole('radio', { name: 'OEM Member' }).check()
    await page.waitForURL(`${portal.url()}/apply/oem`)
    expect(Object.values(await typedIn(page)).join('')).toBe('')
    await page.getByRole('button', { name: 'Bring it back' }).click()
    expect(await typedIn(page)).toEqual(before)
    await rows(page, 'companyPanCard', 'done').waitFor()

    await page.getByRole('radio', { name: 'Vendor' }).check()
    await page.getByRole('button', { name: 'Bring it back' }).click()
    await page.getByLabel('Plywood').check()
    await page.getByLabel('Other', { exact: true }).check()
    await named(page, 'otherMaterials').fill('Cane')
    await named(page, 'memberPhoto').setInputFiles(await smallPng('me.png'))
    await agree(page)
    await submit(page).click()
    await page.getByText('Application Submitted', { exact: true }).first().waitFor()
    await page.waitForURL(`${portal.url()}/login`)
  })
})
