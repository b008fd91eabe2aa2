import ExternalLink from 'lucide-react/icons/external-link'
import ImageOff from 'lucide-react/icons/image-off'
import { type ReactNode, useState } from 'react'
import { NewTabButton } from '#platform/web/ui/Button.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { shortDate } from '#shared/dates.ts'
import { fileKinds } from '#shared/file-kinds.ts'
import type { Application } from '../../answers.ts'
import { type PaperKind, paperKinds, uploadFields } from '../../papers.ts'
import { hasUploadField, paperLabels, papersOf } from '../../rules.ts'
import { Section } from './ApplicationFacts.tsx'

/** The uploaded documents; each opens in a new tab. */
export function Documents({ application }: { application: Application }) {
  const { type } = application
  const kinds = paperKinds.filter(
    (kind) => hasUploadField(type, kind) || filesIn(application, kind).length > 0,
  )
  const hasSecret = kinds.some(
    (kind) => fileKinds[kind].isSecret && filesIn(application, kind).length > 0,
  )
  return (
    <Section title="Uploaded Documents">
      <ul className="grid gap-3 text-sm">
        {kinds.map((kind) => (
          <li key={kind} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
            <span>{paperLabels[kind]}</span>
            <Files kind={kind} application={application} />
          </li>
        ))}
      </ul>
      {hasSecret && (
        <p className="text-sm text-ink-faint">
          Certificates and PAN cards are stored encrypted. Each opening is recorded with your name.
        </p>
      )}
    </Section>
  )
}

interface FilesProps {
  kind: PaperKind
  application: Application
}

function Files({ kind, application }: FilesProps) {
  const files = filesIn(application, kind)
  if (files.length === 0) return <MissingPapers kind={kind} application={application} />
  if (kind === 'memberPhoto' || kind === 'factoryMachineryPhotos')
    return (
      <span className="grid w-full grid-cols-3 gap-2">
        {files.map((address, index) => (
          <Photo
            key={address}
            address={address}
            label={files.length === 1 ? paperLabels[kind] : `Photo ${index + 1} of ${files.length}`}
          />
        ))}
      </span>
    )
  return files.map((address) => (
    <NewTabButton
      key={address}
      href={address}
      size="sm"
      icon={<ExternalLink aria-hidden="true" />}
      className="shrink-0"
    >
      Open {typeOf(address)}
      <VisuallyHidden>, {paperLabels[kind]}, in a new tab</VisuallyHidden>
    </NewTabButton>
  ))
}

/** Why papers are missing: deleted by retention, optional, or not sent. */
function MissingPapers({ kind, application }: FilesProps) {
  const { type, papers_removed_at } = application
  const fields: Partial<Record<PaperKind, string | undefined>> = uploadFields[type]
  if (papers_removed_at)
    return <Muted>Deleted on {shortDate(papers_removed_at)}, as stated in the privacy notice</Muted>
  return <Muted>{fields[kind] ? 'Missing' : 'Not sent'}</Muted>
}

const Muted = ({ children }: { children: ReactNode }) => (
  <span className="text-sm text-ink-faint">{children}</span>
)

/** A thumbnail that opens the photo. */
function Photo({ address, label }: { address: string; label: string }) {
  const [isBroken, setIsBroken] = useState(false)
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Open ${label}, in a new tab`}
      className="grid aspect-3/2 place-items-center overflow-hidden rounded-md border border-line bg-surface text-ink-faint hover:border-edge"
    >
      {isBroken ? (
        <ImageOff aria-hidden="true" className="size-5" />
      ) : (
        <img
          src={`${address}?size=small`}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => setIsBroken(true)}
        />
      )}
    </a>
  )
}

const filesIn = ({ formData }: Application, kind: PaperKind): readonly string[] =>
  papersOf(formData)[kind] ?? []

/** 'PDF' or 'JPG', from the file extension. */
const typeOf = (address: string): string => address.split('.').at(-1)?.toUpperCase() ?? 'file'
