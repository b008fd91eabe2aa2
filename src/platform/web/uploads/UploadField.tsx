import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type FileKind, fileKinds, mediaTypes } from '#shared/file-kinds.ts'
import { plural } from '#shared/sentences.ts'
import { Field, type FieldProps } from '../form/Field.tsx'
import { classNames } from '../ui/class-names.ts'
import { FilePicker } from './FilePicker.tsx'
import { RemoveButton, UploadRow, UploadTile } from './UploadRow.tsx'
import { addFiles, type Upload, type UploadQueue, useUploads } from './upload-queue.ts'

interface UploadFieldProps extends FieldProps {
  kind: FileKind
  uploads: UploadQueue
  /** The error when more files were selected than one form takes. */
  tooManyMessage: string
  /** How many files of the kind exist already outside `uploads`. */
  existingCount?: number | undefined
  className?: string | undefined
  onTouched?: (() => void) | undefined
  children?: ReactNode
}

/** Selects or drops files of one kind and uploads them immediately; shows each with its status. */
export function UploadField({
  kind,
  uploads,
  tooManyMessage,
  existingCount = 0,
  onTouched,
  hint,
  children,
  ...field
}: UploadFieldProps) {
  const list = useUploads(uploads).filter((upload) => upload.kind === kind)
  const [omittedCount, setOmittedCount] = useState(0)
  const { maxCount } = fileKinds[kind]
  const takesSeveral = maxCount > 1
  const isFull = takesSeveral && list.length + existingCount >= maxCount
  const addSelected = (files: readonly File[]) => {
    if (files.length === 0) return
    setOmittedCount(addFiles(uploads, kind, files, takesSeveral ? existingCount : 0))
    onTouched?.()
  }
  const error =
    omittedCount > 0 ? `${tooManyMessage}; ${omittedMessage(omittedCount)}` : field.error
  const hasFiles = list.length + existingCount > 0
  return (
    <Field
      {...field}
      id={`file-${kind}`}
      // While there are no files, the drop zone shows the hint.
      hint={takesSeveral && hasFiles ? hint : undefined}
      error={error}
    >
      {(control) => {
        const picker = (shape: 'tile' | 'replace') => (
          <FilePicker
            control={control}
            shape={hasFiles ? shape : 'zone'}
            takes={hint}
            name={kind}
            accept={acceptOf(kind)}
            multiple={takesSeveral}
            disabled={isFull}
            onFiles={addSelected}
          />
        )
        const contents = { list, uploads, stored: children }
        return (
          <div data-upload-field="" className="grid gap-1.5">
            {takesSeveral ? (
              <SeveralFiles {...contents} picker={picker('tile')} />
            ) : (
              <OneFile {...contents} picker={picker('replace')} hasFile={hasFiles} />
            )}
            <Announcements list={list} />
          </div>
        )
      }}
    </Field>
  )
}

interface FilesProps {
  list: readonly Upload[]
  uploads: UploadQueue
  /** The files that the server already has. */
  stored: ReactNode
  picker: ReactNode
}

/** The picker keeps its place in the tree, and with it the focus, when a file comes. */
function OneFile({ list, uploads, stored, picker, hasFile }: FilesProps & { hasFile: boolean }) {
  const [upload] = list
  return (
    <>
      <div className="flex min-w-0 items-center gap-2">
        {upload && (
          <ul className="min-w-0 flex-1">
            <UploadRow uploads={uploads} upload={upload} />
          </ul>
        )}
        {!upload && hasFile && <div className="min-w-0 flex-1">{stored}</div>}
        <div className={hasFile ? 'flex' : 'min-w-0 flex-1'}>{picker}</div>
        {upload && <RemoveButton uploads={uploads} upload={upload} />}
      </div>
      {upload && stored}
    </>
  )
}

const SeveralFiles = ({ list, uploads, stored, picker }: FilesProps) => (
  <>
    <ul className={classNames('grid gap-2.5', list.length > 0 && 'grid-cols-2 sm:grid-cols-3')}>
      {list.map((upload) => (
        <UploadTile key={upload.id} uploads={uploads} upload={upload} />
      ))}
      <li key="picker">{picker}</li>
    </ul>
    {stored}
  </>
)

const omittedMessage = (count: number) =>
  plural(count, 'one was left out', `${count} were left out`)

function acceptOf(kind: FileKind): string {
  const extensions = { jpeg: '.jpg,.jpeg', png: '.png', gif: '.gif', pdf: '.pdf' }
  return fileKinds[kind].types.map((type) => `${mediaTypes[type]},${extensions[type]}`).join(',')
}

/** Announces each change of status to screen readers. */
function Announcements({ list }: { list: readonly Upload[] }) {
  const [message, setMessage] = useState('')
  const statuses = list
    .map(({ name, state, error }) => `${name}: ${statusText(state, error)}`)
    .join('\n')
  const announced = useRef('')
  useEffect(() => {
    const before = announced.current.split('\n')
    announced.current = statuses
    const changed = statuses
      .split('\n')
      .filter((status) => !before.includes(status) && !status.endsWith(': '))
    setMessage(changed.join('. '))
  }, [statuses])
  return (
    <span role="status" className="sr-only">
      {message}
    </span>
  )
}

function statusText(state: Upload['state'], error: string | undefined): string {
  switch (state) {
    case 'done':
      return 'uploaded'
    case 'sending':
      return 'uploading'
    case 'paused':
    case 'failed':
    case 'refused':
      return error ?? 'not uploaded'
    default:
      return ''
  }
}
