import { describe, expect, test } from 'vitest'
import { isTo } from '#test/support/process/sign-in.ts'
import * as form from '../support/application-form.ts'
import { pdf, phonePhoto, smallJpeg, smallPng } from '../support/files.ts'
import { axeViolations } from '../support/layout.ts'
import { openForm } from '../support/open-form.ts'
import {
  type MailedPortal,
  openAssociation,
  sharedSample,
  signInAsAdmin,
} from '../support/portals.ts'
import { openWindow, phone } from '../support/windows.ts'

const sample = sharedSample()

/** An administrator asks for changes; returns the form data of the only application before and now. */
async function requestChanges(portal: MailedPortal, reason: string) {
  const { url, mail } = portal
  const { context } = await signInAsAdmin(portal)
  const { request } = context
  mail.clear()
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
  test('an OEM sends a 6 MB photo and papers once, completes them on request, and withdraws', async () => {
    const association = await openAssociation()
    const { url, mail } = association
    const { page, go } = await openWindow(url, phone)
    const sent = form.countCalls(page, '/api/auth/apply')
    expect((await phonePhoto()).buffer.length).toBeGreaterThan(5.5e6)
    await go('/apply/oem')
    await form.fillOemForm(page)
    await expect
      .poll(() => form.uploads(page, 'factoryMachineryPhotos', 'done').count(), form.uploadWait)
      .toBe(3)
    await form.uploads(page, 'memberPhoto', 'done').waitFor()
    const upright = await form
      .uploads(page, 'memberPhoto')
      .locator('img')
      .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
    expect(upright).toEqual([1800, 2400])
    await form.submit(page).dblclick()
    await page.getByText('Application Submitted', { exact: true }).first().waitFor()
    await page.getByText('Your application has been submitted for review.').first().waitFor()
    await page.waitForURL('**/login')
    await page.getByText(/^Your application number is A-[0-9A-F]{8}/).waitFor()
    await page.getByRole('button', { name: 'Got it' }).click()
    expect(await page.getByText('What happens next').count()).toBe(0)
    await page.waitForURL(`${url}/login`)
    expect(sent.count).toBe(1)

    await mail.waitFor(isTo(form.firm.email))
    await go('/apply/oem')
    expect(Object.values(await form.textValues(page)).join('')).toBe('')
    expect(await page.locator('[data-upload]').count()).toBe(0)

    const before = await requestChanges(association, 'The PAN card cannot be read.')
    const received = await mail.waitFor(isTo(form.firm.email))
    const token = received.text?.match(/apply\/status#token=([\w-]{43})/)?.[1]
    await go(`/apply/status#token=${token}`)
    await page.getByRole('heading', { name: 'Please update your application' }).waitFor()
    expect(page.url()).toBe(`${url}/apply/status`)
    await page.getByText('The PAN card cannot be read.').waitFor()
    expect(await form.textValues(page)).toMatchObject(form.oemFirm)
    expect(await axeViolations(page)).toEqual([])
    await form.field(page, 'companyPanCard').setInputFiles(await smallJpeg('clear.jpg', 9))
    await page.getByRole('button', { name: 'Remove photo 1' }).click()
    await form.field(page, 'designation').fill('Director')
    await page.reload()
    await form.uploads(page, 'companyPanCard', 'done').waitFor()
    expect(await form.field(page, 'designation').inputValue()).toBe('Director')
    await page.getByRole('button', { name: 'Remove photo 1' }).click()
    await page.getByRole('button', { name: 'Resubmit' }).click()
    await page.getByRole('heading', { name: 'Application received' }).waitFor()
    const { formData } = await before.now()
    expect(formData.designation).toBe('Director')
    expect(formData.companyPanCard).not.toBe(before.formData.companyPanCard)
    expect(formData.memberPhoto).toBe(before.formData.memberPhoto)
    expect(formData.factoryMachineryPhotos).toEqual(before.formData.factoryMachineryPhotos.slice(1))

    await page.getByRole('button', { name: 'Withdraw application' }).click()
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await page.getByRole('heading', { name: 'Application withdrawn' }).waitFor()
    await go(`/apply/status#token=${'x'.repeat(43)}`)
    await page.getByRole('heading', { name: 'This link is invalid or has expired' }).waitFor()
    await page.context().setOffline(true)
    await page.evaluate(() => {
      window.location.hash = `token=${'y'.repeat(43)}`
    })
    await page.getByRole('heading', { name: 'No connection' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'This link is invalid or has expired' }).waitFor()
  })

  test('a change of type empties the form, and the values can be restored', async () => {
    const { url } = await sample()
    const page = await openForm(sample, '/apply/oem')
    await form.fill(page, form.oemFirm)
    await form.field(page, 'companyPanCard').setInputFiles(pdf('pan.pdf'))
    await form.uploads(page, 'companyPanCard', 'done').waitFor()
    const before = await form.textValues(page)
    await page.getByRole('radio', { name: 'Vendor' }).check()
    await page.waitForURL(`${url}/apply/vendor`)
    expect(await form.focusedName(page)).toBe('type')
    expect(Object.values(await form.textValues(page)).join('')).toBe('')
    expect(await page.getByRole('group', { name: 'Materials' }).getByRole('checkbox').count()).toBe(
      18,
    )
    await page.getByRole('button', { name: 'Copy details' }).click()
    expect(await form.textValues(page)).toMatchObject(form.firm)

    await page.getByRole('radio', { name: 'OEM Member' }).check()
    await page.waitForURL(`${url}/apply/oem`)
    expect(Object.values(await form.textValues(page)).join('')).toBe('')
    await page.getByRole('button', { name: 'Restore draft' }).click()
    expect(await form.textValues(page)).toEqual(before)
    await form.uploads(page, 'companyPanCard', 'done').waitFor()

    await page.getByRole('radio', { name: 'Vendor' }).check()
    await page.getByRole('button', { name: 'Restore draft' }).click()
    await page.getByLabel('Plywood').check()
    await page.getByLabel('Other', { exact: true }).check()
    await form.field(page, 'otherMaterials').fill('Cane')
    await form.field(page, 'memberPhoto').setInputFiles(await smallPng('me.png'))
    await form.agree(page)
    await form.submit(page).click()
    await page.getByText('Application Submitted', { exact: true }).first().waitFor()
    await page.waitForURL(`${url}/login`)
  })
})
