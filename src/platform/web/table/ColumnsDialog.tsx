import { useState } from 'react'
import { Dialog } from '../dialog/Dialog.tsx'
import { CheckboxField } from '../form/CheckboxField.tsx'
import { readLocalItem, writeLocalItem } from '../state/web-storage.ts'
import { Button } from '../ui/Button.tsx'

/**
 * The keys of the hidden columns of a table, stored on this device under its name. The columns of
 * `hiddenAtFirst` are hidden until the user shows them, also on devices that stored other hidden
 * columns before these existed.
 */
export function useHiddenColumns(tableName: string, hiddenAtFirst: readonly string[] = []) {
  const hiddenKey = `hidden-columns ${tableName}`
  const shownKey = `shown-columns ${tableName}`
  const essentialKey = `essential-columns ${tableName}`
  const [hidden, setHidden] = useState<readonly string[]>(() => {
    const shown = stringsIn(readLocalItem(shownKey))
    const stored = stringsIn(readLocalItem(hiddenKey))
    return [...new Set([...stored, ...hiddenAtFirst.filter((key) => !shown.includes(key))])]
  })
  const [isEssential, setEssential] = useState(() => readLocalItem(essentialKey) === true)
  const storeEssential = (next: boolean) => {
    writeLocalItem(essentialKey, next)
    setEssential(next)
  }
  return {
    hidden,
    /** True while the table shows its essential columns only; `hidden` is kept for later. */
    isEssential,
    setEssential: storeEssential,
    hide: (keys: readonly string[]) => {
      writeLocalItem(hiddenKey, keys)
      if (hiddenAtFirst.length > 0)
        writeLocalItem(
          shownKey,
          hiddenAtFirst.filter((key) => !keys.includes(key)),
        )
      setHidden(keys)
      if (isEssential) storeEssential(false)
    },
  }
}

const stringsIn = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []

/** Selects the columns of a table; each checkbox takes effect at once. */
export function ColumnsDialog({
  columns,
  hidden,
  hiddenAtFirst = [],
  onHide,
  onClose,
}: {
  /** The columns that may be hidden. */
  columns: readonly { key: string; header: string }[]
  hidden: readonly string[]
  /** What 'Reset' hides. */
  hiddenAtFirst?: readonly string[]
  onHide: (keys: readonly string[]) => void
  onClose: () => void
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Columns"
      description="Saved on this device"
      footer={
        <>
          <Button disabled={hidden.length === 0} onClick={() => onHide([])}>
            Show all
          </Button>
          {hiddenAtFirst.length > 0 && (
            <Button
              disabled={isSameSet(hidden, hiddenAtFirst)}
              onClick={() => onHide(hiddenAtFirst)}
            >
              Reset
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <fieldset className="grid gap-x-4 sm:grid-cols-2">
        <legend className="sr-only">Shown columns</legend>
        {columns.map(({ key, header }) => (
          <CheckboxField
            key={key}
            label={header}
            checked={!hidden.includes(key)}
            onChange={({ target }) =>
              onHide(target.checked ? hidden.filter((other) => other !== key) : [...hidden, key])
            }
          />
        ))}
      </fieldset>
    </Dialog>
  )
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((key) => other.includes(key))
