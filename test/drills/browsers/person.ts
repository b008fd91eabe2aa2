/** A person at a tab: what the walks do is written in their words. */
import { waitUntil } from '#test/support/process/wait-until.ts'
import { isStale } from './engines.ts'
import {
  type Control,
  callOf,
  findControl,
  findField,
  mainText,
  pick,
  selectContent,
  showAndMeasure,
  type Tab,
  visibleText,
} from './tab.ts'

/** Milliseconds after which something that does not appear is a fault. */
const patience = 60_000

export interface Person {
  tab: Tab
  /** Opens a path of the portal. */
  open: (path: string) => Promise<void>
  press: (name: string) => Promise<void>
  /** Replaces the content of fields by label, name or placeholder. */
  fill: (values: Record<string, string>) => Promise<void>
  /** Sets dates (yyyy-MM-dd) and selects (text of the option). */
  pick: (label: string, value: string) => Promise<void>
  /** Presses a checkbox by label or name. */
  check: (label: string) => Promise<void>
  choose: (label: string, paths: string[]) => Promise<void>
  sees: (text: string) => Promise<void>
  /** Waits until this text has disappeared. */
  seesNo: (text: string) => Promise<void>
  isAt: (path: string) => Promise<void>
  /** Waits until the first screen after signing in has loaded. */
  isSignedIn: () => Promise<void>
  /** Waits until no dialog is open. */
  leavesDialog: () => Promise<void>
  /** Waits for one more saved file and returns its path. */
  saves: (press: () => Promise<void>) => Promise<string>
}

export function personAt(tab: Tab, url: string): Person {
  const until = async (condition: () => Promise<boolean>, what: string): Promise<void> => {
    if (await waitUntil(condition, patience)) return
    throw new Error(`${what}; at ${await tab.evaluate(callOf(mainText))}`)
  }

  /** Waits until the element does not move, because a click on a moving element can miss it. */
  const act = async (
    expression: string,
    what: string,
    action: (control: Control) => Promise<void>,
  ) => {
    let place: unknown
    await until(async () => {
      try {
        const before = place
        place = await tab.evaluate(showAndMeasure(expression))
        if (place === null || place !== before) return false
        const control = await tab.find(expression)
        if (control) await action(control)
        return control !== undefined
      } catch (failure) {
        if (isStale(failure)) return false
        throw failure
      }
    }, what)
  }

  const isTrue = async (expression: string) => (await tab.evaluate(expression)) === true

  return {
    tab,
    open: (path) => tab.open(url + path),
    press: (name) =>
      act(callOf(findControl, name), `There is no '${name}'`, (control) => control.click()),
    fill: async (values) => {
      for (const [label, value] of Object.entries(values))
        await act(callOf(findField, label), `There is no field '${label}'`, async (control) => {
          await tab.evaluate(selectContent(label))
          await control.type(value)
        })
    },
    pick: async (label, value) => {
      await act(callOf(findField, label), `There is no field '${label}'`, async () => {
        await tab.evaluate(pick(label, value))
      })
    },
    check: (label) =>
      act(callOf(findField, label), `There is no checkbox '${label}'`, (control) =>
        control.click(),
      ),
    choose: (label, paths) =>
      act(callOf(findField, label), `There is no field '${label}'`, (control) =>
        control.choose(paths),
      ),
    sees: (text) =>
      until(
        async () => String(await tab.evaluate(callOf(visibleText))).includes(text),
        `There is no text '${text}'`,
      ),
    seesNo: (text) =>
      until(
        async () => !String(await tab.evaluate(callOf(visibleText))).includes(text),
        `The text '${text}' stays`,
      ),
    isAt: (path) =>
      until(() => isTrue(`location.pathname === ${JSON.stringify(path)}`), `Not at ${path}`),
    isSignedIn: () =>
      until(
        () =>
          isTrue(
            `!location.pathname.startsWith('/login') && document.querySelector('main h1') !== null`,
          ),
        'Not signed in',
      ),
    leavesDialog: () =>
      until(() => isTrue(`document.querySelector('dialog[open]') === null`), 'A dialog is open'),
    saves: async (pressButton) => {
      const before = new Set(tab.downloads())
      await pressButton()
      let saved: string | undefined
      await until(async () => {
        saved = tab.downloads().find((path) => !before.has(path))
        return saved !== undefined
      }, 'No file was saved')
      return saved ?? ''
    },
  }
}
