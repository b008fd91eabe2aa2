import { useState } from 'react'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import type { SavedFilter } from '../../saved-filters/contract.ts'
import { useDeleteFilter, useRenameFilter } from './calls.ts'

/** Renames and deletes saved filters. */
export function ManageFiltersDialog({
  filters,
  onClose,
}: {
  filters: readonly SavedFilter[]
  onClose: () => void
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Saved filters"
      closesOnBack
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {filters.length === 0 ? (
        <p className="text-sm text-ink-soft">No saved filters.</p>
      ) : (
        <ul className="grid gap-4">
          {filters.map((filter) => (
            <FilterRow key={filter.id} filter={filter} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function FilterRow({ filter: { id, name } }: { filter: SavedFilter }) {
  const [typed, setTyped] = useState(name)
  const rename = useRenameFilter()
  const remove = useDeleteFilter()
  const hasChanged = typed.trim() !== '' && typed.trim() !== name
  return (
    <li>
      <form
        noValidate
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (hasChanged) rename.mutate({ id, body: { name: typed.trim() } })
        }}
      >
        <TextField
          label={`Name of ${name}`}
          className="min-w-40 flex-1"
          maxLength={60}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button size="field" type="submit" disabled={!hasChanged} pending={rename.isPending}>
          Rename
        </Button>
        <Button size="field" pending={remove.isPending} onClick={() => remove.mutate({ id })}>
          Delete
          <span className="sr-only"> {name}</span>
        </Button>
      </form>
    </li>
  )
}
