import { useState } from 'react'
import { Dialog } from '../dialog/Dialog.tsx'
import { CheckboxField } from '../form/CheckboxField.tsx'
import { readLocalItem, writeLocalItem } from '../state/web-storage.ts'
import { Button } from '../ui/Button.tsx'

/** Which columns of a table are hidden; remembered on this device under a name. */
export function useHiddenColumns(name: string) {
  const note = `hidden-columns ${name}`
  const [hidden, setHidden] = useState<readonly string[]>(() => namesIn(readLocalItem(note)))
  return {
    hidden,
    hide: (keys: readonly string[]) => {
      writeLocalItem(note, keys)
      setHidden(keys)
    },
  }
}

const namesIn = (kept: unknown): string[] =>
  Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : []

/** Chooses the columns of a table; the table follows each tick at once. */
export function ColumnsDialog({
  columns,
  hidden,
  onHide,
  onClose,
}: {
  /** Those that may be hidden. */
  columns: readonly { key: string; header: string }[]
  hidden: readonly string[]
  onHide: (keys: readonly string[]) => void
  onClose: () => void
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Columns"
      description="What this table shows, on this device."
      footer={
        <>
          <Button disabled={hidden.length === 0} onClick={() => onHide([])}>
            Show all
          </Button>
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
              onHide(target.checked ? hidden.filter((one) => one !== key) : [...hidden, key])
            }
          />
        ))}
      </fieldset>
    </Dialog>
  )
}
