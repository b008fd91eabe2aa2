import { Dialog } from '../dialog/Dialog.tsx'
import { CheckboxField } from '../form/CheckboxField.tsx'
import { Button } from '../ui/Button.tsx'

/** Selects the columns of a table; each checkbox takes effect immediately. */
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
      footNote={
        <div className="-ml-3 flex">
          <Button
            variant="quiet"
            className="disabled:bg-transparent"
            disabled={hidden.length === 0}
            onClick={() => onHide([])}
          >
            Show all
          </Button>
          {hiddenAtFirst.length > 0 && (
            <Button
              variant="quiet"
              className="disabled:bg-transparent"
              disabled={isSameSet(hidden, hiddenAtFirst)}
              onClick={() => onHide(hiddenAtFirst)}
            >
              Reset
            </Button>
          )}
        </div>
      }
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
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
