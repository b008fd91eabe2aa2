/** The built portal in the oldest supported browsers (contract 2.18), as far as another browser can show it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newerScriptUses, parseScript } from '#test/support/browser-floor/scripts.ts'
import { newerStyles } from '#test/support/browser-floor/styles.ts'
import { newerFeatures } from '../../../scripts/newer-uses.ts'
import { sharedSample } from '../support/portals.ts'
import { button, dialog } from '../support/register.ts'
import { openWindow } from '../support/windows.ts'

const folder = join(import.meta.dirname, '../../../dist/web')

/** The text of the built files with this ending, by name. */
const built = (ending: string) =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(ending))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )

/** React calls it for a view transition that has begun, which a browser without it never has. */
const guardedScripts = ['skipTransition']

test('the built scripts use no syntax and no function that these browsers lack', () => {
  const scripts = built('.js')
  expect(scripts.size).toBeGreaterThan(20)
  const uses = newerScriptUses(scripts)
  expect(uses.filter((use) => !guardedScripts.includes(use.split(' ')[0] ?? ''))).toEqual([])
})

test.each([
  'const a = /[\\p{L}--[a-z]]/v',
  'using a = open()',
  'import a from "./a.json" with { type: "json" }',
  'const a = /(?i:b)c/',
])('finds newer syntax: %s', (code) => {
  expect(() => parseScript(code)).toThrow(SyntaxError)
})

test.each([
  ['URL.canParse(a)', ['URL.canParse']],
  ['new Intl.Segmenter("hi")', ['Intl.Segmenter']],
  ['const { log } = console; list.toSorted(); log(a.toWellFormed())', ['toSorted', 'toWellFormed']],
  ['Promise.withResolvers(); Object.groupBy(a, b)', ['Promise.withResolvers', 'Object.groupBy']],
  ['AbortSignal.any([a])', ['AbortSignal.any']],
  ['new CloseWatcher()', ['CloseWatcher']],
  ['typeof URL.canParse; URL.canParse?.(a); document.startViewTransition?.(a)', []],
  ['try { URL.canParse(a) } catch { b() }', []],
  ['if ("toSorted" in a) a.toSorted(); a.toSorted ? a.toSorted() : b', []],
  ['class A { toSorted() {} } const s = new A(); s.toSorted()', []],
])('finds newer functions unless the code asks for them: %s', (code, names) => {
  const uses = newerScriptUses(new Map([['a.js', code]]))
  expect(uses.map((use) => use.split(' ')[0])).toEqual(names)
})

/** What a browser may leave out: why nothing is lost without it. */
const styleEnhancements: Record<string, string> = {
  '@page': 'the orientation of printed lists',
  'property size': 'the same',
  '@property': 'Tailwind sets the same values for browsers without it',
  'selector :has':
    'without-has: in the classes of focus rings; elsewhere a radio button shows its state',
  'selector :open': 'inside :is(), beside [open]',
  'selector :popover-open': 'inside :is(), beside [open]',
  'property content-visibility': 'off-screen cards are also painted',
  'content-visibility: auto': 'the same',
  'property contain-intrinsic-size': 'the same',
  'property field-sizing': 'a long text scrolls in its field',
  'field-sizing: content': 'the same',
  'property resize': 'no handle on phones',
  'resize: vertical': 'the same',
  'property scrollbar-width': 'a wider scroll bar',
  'scrollbar-width: thin': 'the same',
  'scrollbar-width: none': 'a scroll bar where none is needed',
  'property scrollbar-color': 'the scroll bar of the browser',
  'property scrollbar-gutter': 'a page that moves when it gets a scroll bar',
  'scrollbar-gutter: stable': 'the same',
  'property forced-color-adjust': 'Safari has no forced colours',
  'forced-color-adjust: none': 'the same',
  'property text-wrap': 'lines of other lengths',
  'text-wrap: balance': 'the same',
  'text-wrap: pretty': 'the same',
  'unit lh': 'the height of empty date fields in Safari, which has it',
  'cursor: move': 'no pointer on phones',
  'cursor: not-allowed': 'the same',
  'cursor: pointer': 'the same',
  'font-family: ui-monospace': 'other fonts follow',
  'line-clamp: none': 'beside -webkit-line-clamp',
  'text-decoration: dotted': 'a solid line',
}

test('the built styles need nothing that these browsers lack', () => {
  const sheets = [...built('.css').values()]
  expect(sheets.length).toBeGreaterThan(1)
  const found = sheets.flatMap(newerStyles)
  expect(found.filter((name) => styleEnhancements[name] === undefined)).toEqual([])
})

test.each([
  ['a { color: light-dark(red, blue) }', ['function light-dark()']],
  ['a { color: color-mix(in srgb, red, blue) }', ['function color-mix()']],
  ['a { color: red; color: color-mix(in srgb, red, blue) }', []],
  [
    '@supports (color: color-mix(in srgb, red, red)) { a { color: color-mix(in srgb, red, blue) } }',
    [],
  ],
  ['a { &:hover { color: red } }', ['nesting']],
  ['a { grid-template-columns: subgrid }', ['grid-template-columns: subgrid']],
  ['label:has(a), summary { color: red }', ['rule label:has(a), summary', 'selector :has']],
  ['@starting-style { a { opacity: 0 } }', ['@starting-style']],
  ['@media (width >= 40rem) { a { height: 100dvh; color: oklch(0% 0 0) } }', ['function oklch()']],
])('finds newer styles: %s', (css, names) => {
  expect(newerStyles(css)).toEqual(names)
})

/** What Chromium itself needs to run scripts under the portal's content security policy. */
const isNeeded = (parent: string, name: string) =>
  [parent, name].some((text) => /^Trusted|^trustedTypes$/.test(text))

/** Interfaces and members that one of the oldest browsers lacks. */
const newer = [...newerFeatures()].flatMap(([name, parents]) =>
  [...parents].flatMap(([parent, browsers]) =>
    browsers.length > 0 && !isNeeded(parent, name) ? [[parent, name] as const] : [],
  ),
)

/** Removes them before the scripts of each page of this window. */
const removeNewer = (page: Page) =>
  page.addInitScript((features) => {
    type Holder = Record<string, unknown> | undefined
    const scope = globalThis as unknown as Record<string, Holder>
    for (const [parent, name] of features) {
      const [owner = '', isStatic] = parent.split(' ')
      const holder = owner === '' ? scope : scope[owner]
      for (const object of isStatic ? [holder] : [holder, holder?.prototype as Holder])
        if (object && Object.hasOwn(object, name)) Reflect.deleteProperty(object, name)
    }
  }, newer)

const sample = sharedSample()

test('the main screens work without the functions that these browsers lack', async () => {
  const { url, signIn } = await sample()

  const visitor = await openWindow(url)
  await removeNewer(visitor.page)
  await visitor.go('/login')
  const lacks = await visitor.page.evaluate(() => [
    'canParse' in URL,
    'toSorted' in Array.prototype,
    'Segmenter' in Intl,
    'size' in URLSearchParams.prototype,
  ])
  expect(lacks).toEqual([false, false, false, false])
  await visitor.page.getByRole('button', { name: /^Login as OEM/ }).click()
  await visitor.page.getByRole('textbox', { name: /^Email/ }).waitFor()
  await visitor.go('/apply/oem')
  await visitor.page.locator('[name=websiteUrl]').fill('www.teak.example')
  await visitor.page.locator('[name=name]').click()
  await expect
    .poll(() => visitor.page.locator('[name=websiteUrl]').inputValue())
    .toBe('https://www.teak.example')
  await visitor.go('/verify/K7F2X')
  await visitor.page.getByText('There is no certificate with this code.').waitFor()

  const member = await signIn('vendor')
  await removeNewer(member.page)
  await member.go('/vendor/members')
  await member.page.getByRole('list', { name: 'Members' }).getByRole('link').first().click()
  await dialog(member.page)
    .getByRole('link', { name: /^www\./ })
    .waitFor()
  await member.go('/vendor/jobs')
  await button(member.page, 'View Details').first().click()
  await dialog(member.page).getByText('How to Apply').waitFor()
  await member.go('/vendor/profile')
  await member.page.getByLabel(/^Website/).fill('teak.example')
  await member.page.getByLabel(/^Website/).blur()

  const admin = await signIn('admin')
  await removeNewer(admin.page)
  for (const path of [
    '/admin',
    '/admin?tab=oem-members',
    '/admin/members',
    '/admin/applications',
    '/admin/renewals',
    '/admin/board-book',
    '/admin/settings',
    '/admin/system',
    '/admin/help',
  ]) {
    await admin.go(path)
    await admin.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await admin.page.getByText("Couldn't open this page").count(), path).toBe(0)
  }
  await admin.page.keyboard.press('Control+k')
  await admin.page.getByRole('combobox').fill('members')
  await admin.page.getByRole('option').first().waitFor()
  await admin.go('/admin/member-data')
  await button(admin.page, 'Upload CSV').click()
  await admin.page.getByLabel('Spreadsheet').setInputFiles({
    name: 'members.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Name,Email,Website\nMeera,meera@boards.example,www.boards.example\n'),
  })
  await dialog(admin.page).getByText(/row/).first().waitFor()
  for (const { page } of [visitor, member, admin])
    expect(await page.getByText("Couldn't open this page").count()).toBe(0)
})
