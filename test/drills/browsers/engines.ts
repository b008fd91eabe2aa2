/** Opens a tab in each of the three browser engines; all are headless or on a virtual screen. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser, type ElementHandle, type KeyInput } from 'puppeteer-core'
import { error, Key as SeleniumKey, WebElement } from 'selenium-webdriver'
import { chromiumFlags, chromiumProgram } from '#test/setup/browser.ts'
import { firefox } from '#test/setup/firefox.ts'
import { provide } from '#test/setup/programs.ts'
import { openWebKit, resizePage } from '#test/setup/webkit.ts'
import type { Control, Tab, Viewport } from './tab.ts'

export const engines: Record<string, () => Promise<Tab>> = {
  Chromium: () =>
    openPuppeteer(async (folder) =>
      puppeteer.launch({
        browser: 'chrome',
        executablePath: await provide(chromiumProgram),
        // Scroll bars are as wide as on a desktop.
        ignoreDefaultArgs: ['--hide-scrollbars'],
        args: chromiumFlags,
        userDataDir: join(folder, 'profile'),
        downloadBehavior: { policy: 'allow', downloadPath: join(folder, 'downloads') },
      }),
    ),
  Firefox: () =>
    openPuppeteer(async (folder) =>
      puppeteer.launch({
        browser: 'firefox',
        executablePath: await provide(firefox),
        headless: true,
        userDataDir: join(folder, 'profile'),
        extraPrefsFirefox: {
          'browser.download.folderList': 2,
          'browser.download.dir': join(folder, 'downloads'),
          'pdfjs.disabled': true,
          'browser.helperApps.neverAsk.saveToDisk': 'application/pdf',
        },
      }),
    ),
  WebKit: openInWebKit,
}

async function openPuppeteer(launch: (folder: string) => Promise<Browser>): Promise<Tab> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-browser-'))
  for (const name of ['profile', 'downloads']) mkdirSync(join(folder, name))
  const browser = await launch(folder)
  const page = (await browser.pages())[0] ?? (await browser.newPage())
  const downloadPath = join(folder, 'downloads')
  return {
    open: async (url) => {
      await page.goto(url)
    },
    evaluate: (expression) => page.evaluate(expression),
    find: async (expression) => {
      const element = (await page.evaluateHandle(expression)).asElement()
      return element ? puppeteerControl(element as ElementHandle<HTMLElement>) : undefined
    },
    press: async (key) => {
      const [modifier, letter] = key.split('+') as KeyInput[]
      if (modifier && letter) {
        await page.keyboard.down(modifier)
        await page.keyboard.press(letter)
        await page.keyboard.up(modifier)
      } else await page.keyboard.press(key as KeyInput)
    },
    resize: (viewport) => page.setViewport(viewport),
    deleteCookies: async () => {
      await browser.deleteCookie(...(await browser.cookies()))
    },
    downloads: () => savedFiles(downloadPath),
    close: async () => {
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const puppeteerControl = (element: ElementHandle<HTMLElement>): Control => ({
  click: () => element.click(),
  type: (text) => element.type(text),
  choose: (paths) => (element as ElementHandle<HTMLInputElement>).uploadFile(...paths),
})

async function openInWebKit(): Promise<Tab> {
  const { window, downloads, close } = await openWebKit()
  return {
    open: (url) => window.get(url),
    evaluate: (expression) => window.executeScript(`return ${expression}`),
    find: async (expression) => {
      const element = await window.executeScript(`return ${expression}`)
      return element instanceof WebElement ? webKitControl(element) : undefined
    },
    press: (key) => {
      if (key === 'Control+k')
        return window
          .actions()
          .keyDown(SeleniumKey.CONTROL)
          .sendKeys('k')
          .keyUp(SeleniumKey.CONTROL)
          .perform()
      return window
        .actions()
        .sendKeys(key === 'Enter' ? SeleniumKey.ENTER : SeleniumKey.ESCAPE)
        .perform()
    },
    resize: (viewport: Viewport) => resizePage(window, viewport),
    deleteCookies: () => window.manage().deleteAllCookies(),
    downloads: () => savedFiles(downloads),
    close,
  }
}

const webKitControl = (element: WebElement): Control => ({
  click: () => element.click(),
  type: (text) => element.sendKeys(text),
  choose: (paths) => element.sendKeys(paths.join('\n')),
})

/** React may replace an element between the moment it is found and the moment it is used. */
export const isStale = (failure: unknown): boolean =>
  failure instanceof error.StaleElementReferenceError ||
  failure instanceof error.ElementClickInterceptedError ||
  failure instanceof error.ElementNotInteractableError ||
  /detached|not clickable|stale|no such node|JSHandle is disposed/i.test(String(failure))

const savedFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => !/\.(crdownload|part|wkdownload)$/.test(name))
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).size > 0)
