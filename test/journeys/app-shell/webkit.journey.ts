/** The dialogs of the portal in WebKit, the engine of Safari, which lays out differently from Chromium. */
import { error, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWebKit, resizePage, type WebKitWindow } from '#test/setup/webkit.ts'
import { waitUntil } from '#test/support/process/wait-until.ts'
import { sharedSample } from '../support/portals.ts'
import { desktop, phone } from '../support/windows.ts'

const sample = sharedSample()
let webkit: WebKitWindow
beforeAll(async () => {
  webkit = await openWebKit()
})
afterAll(() => webkit.close())

type Device = 'desktop' | 'phone'

interface Opener {
  persona: 'admin' | 'oem'
  path: string
  /** The beginning of the button's text or label. */
  button: string
  /** Where the button is; by default on both. */
  only?: Device
}

const openers: Opener[] = [
  { persona: 'admin', path: '/admin', button: 'Open menu', only: 'phone' },
  { persona: 'admin', path: '/admin', button: 'Add Member Manually' },
  { persona: 'admin', path: '/admin', button: 'View Details' },
  { persona: 'admin', path: '/admin', button: 'Approve' },
  { persona: 'admin', path: '/admin', button: 'Reject' },
  { persona: 'admin', path: '/admin?tab=oem-members', button: 'Mark Paid', only: 'desktop' },
  { persona: 'admin', path: '/admin?tab=oem-members', button: 'Mark Unpaid', only: 'desktop' },
  { persona: 'admin', path: '/admin?tab=oem-members', button: 'View' },
  { persona: 'admin', path: '/admin?tab=oem-members', button: 'Edit', only: 'desktop' },
  { persona: 'admin', path: '/admin?tab=oem-members', button: 'Columns', only: 'desktop' },
  { persona: 'admin', path: '/admin?tab=oem-members', button: 'Import OEMs', only: 'desktop' },
  { persona: 'admin', path: '/admin/member-data', button: 'Upload CSV' },
  { persona: 'admin', path: '/admin/member-data', button: 'Edit' },
  { persona: 'admin', path: '/admin/renewals', button: 'Raise dues' },
  { persona: 'oem', path: '/oem/members', button: 'Aravalli' },
  { persona: 'oem', path: '/oem/jobs', button: 'Post New Job' },
  { persona: 'oem', path: '/oem/jobs', button: 'View Details' },
]

const viewports = { desktop, phone }

test.each(['desktop', 'phone'] as const)(
  'dialogs and the palette show their content on a %s, and nothing moves sideways',
  async (device) => {
    const { window } = webkit
    const { url, linkOf } = await sample()
    await resizePage(window, viewports[device])
    const defects: string[] = []
    let location = ''
    for (const { persona, path, button, only } of openers) {
      if (only && only !== device) continue
      if (!location.startsWith(persona)) await signIn(window, url + linkOf(persona))
      if (location !== persona + path) await window.get(url + path)
      location = persona + path
      await openDialog(window, button)
      defects.push(...(await dialogDefects(window)).map((defect) => `${path} ${button}: ${defect}`))
      await closeDialog(window)
    }
    await window.actions().keyDown(Key.CONTROL).sendKeys('k').keyUp(Key.CONTROL).perform()
    defects.push(...(await dialogDefects(window)).map((defect) => `palette: ${defect}`))
    await closeDialog(window)
    expect(defects).toEqual([])
  },
)

async function signIn(window: WebDriver, link: string): Promise<void> {
  await window.manage().deleteAllCookies()
  await window.get(link)
  const isSignedIn =
    "return !location.pathname.startsWith('/login') && document.querySelector('main h1') !== null"
  await window.wait(() => window.executeScript(isSignedIn), 60_000, 'Not signed in')
}

/** Presses the first visible button with this text or label, as soon as there is one. */
async function press(window: WebDriver, label: string): Promise<void> {
  await window.wait(
    async () => {
      const button = await window.executeScript<WebElement | null>(findButton, label)
      // React may replace the element between the two calls.
      return button?.click().then(
        () => true,
        (failure) => {
          if (failure instanceof error.StaleElementReferenceError) return false
          throw failure
        },
      )
    },
    60_000,
    `There is no button '${label}'`,
  )
}

// Scrolled to, because what is out of view is not laid out.
const findButton = `
  const isCalled = (name) => name?.startsWith(arguments[0])
  const found = [...document.querySelectorAll('button:not([role=tab], :disabled), main a')].find((button) =>
    button.checkVisibility() && [button.textContent.trim(), button.ariaLabel].some(isCalled))
  found?.scrollIntoView({ block: 'center' })
  return found`

/** A press that meets a row which is just rendered again is lost, so it is repeated. */
async function openDialog(window: WebDriver, label: string): Promise<void> {
  await waitUntil(async () => {
    await press(window, label)
    return waitUntil(() => isOpen(window), 10_000)
  }, 60_000)
}

/** Waits for the open dialog; returns what of it cannot be seen or read, and whether the page moves sideways. */
async function dialogDefects(window: WebDriver): Promise<string[]> {
  await window.wait(() => isOpen(window), 60_000, 'No dialog opened')
  // A dialog that slides in is outside of the window at first.
  let defects: string[] = []
  await waitUntil(async () => {
    defects = await window.executeScript<string[]>(findDefects)
    return defects.length === 0
  }, 10_000)
  return defects
}

const findDefects = `
    const dialog = document.querySelector('dialog[open]')
    const { top, bottom, left, right, height } = dialog.getBoundingClientRect()
    const scrolling = [...dialog.querySelectorAll('*')].filter(
      (element) => getComputedStyle(element).overflowY === 'auto' && element.checkVisibility())
    const isCut = (element) => element.clientHeight < Math.min(element.scrollHeight, 80)
    const excess = document.documentElement.scrollWidth - document.documentElement.clientWidth
    const fields = [...dialog.querySelectorAll('select, input:not([type=checkbox], [type=radio], [type=file])')]
      .filter((field) => field.id && field.checkVisibility())
    const heights = new Set(fields.map((field) => Math.round(field.getBoundingClientRect().height)))
    return [
      heights.size > 1 && 'fields of different heights: ' + [...heights],
      dialog.scrollHeight > dialog.clientHeight && 'cut: ' + dialog.scrollHeight + ' px in ' + height,
      (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth) && 'outside of the window',
      scrolling.some(isCut) && 'its content has no room',
      height < 100 && 'only ' + height + ' px high',
      excess > 0 && 'the page behind it moves sideways by ' + excess + ' px',
    ].filter(Boolean)`

const isOpen = (window: WebDriver) =>
  window.executeScript<boolean>("return document.querySelector('dialog[open]') !== null")

async function closeDialog(window: WebDriver): Promise<void> {
  await window.actions().sendKeys(Key.ESCAPE).perform()
  await window.wait(async () => !(await isOpen(window)), 60_000, 'Escape did not close it')
}
