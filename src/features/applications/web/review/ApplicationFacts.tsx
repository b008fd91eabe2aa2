import type { ReactNode } from 'react'
import { materials } from '#features/members/materials.ts'
import { whatsappDigits } from '#features/members/whatsapp.ts'
import { Badge, type Tone } from '#platform/web/ui/Badge.tsx'
import { Entry } from '#platform/web/ui/Entry.tsx'
import { mailtoLink } from '#shared/links.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { Application, ApplicationStatus } from '../../contract.ts'
import { statusLabels } from '../../rules.ts'

/** What the applicant told: basic info, address info, and a vendor's materials (contract 2). */
export function ApplicationFacts({ application }: { application: Application }) {
  const { type, formData: form } = application
  return (
    <>
      <Section title="Basic Information">
        <dl className={grid}>
          <Entry name="Name">{told(form.name)}</Entry>
          <Entry name="Company">{told(form.companyName)}</Entry>
          <Entry name="Email">
            {told(form.email && <Address href={mailtoLink(form.email)}>{form.email}</Address>)}
          </Entry>
          <Entry name="WhatsApp Number">{told(<WhatsApp typed={form.whatsappNumber} />)}</Entry>
          <Entry name="Website">{told(<Website address={form.websiteUrl} />)}</Entry>
          <Entry name="Referred By">{told(form.referenceBy)}</Entry>
          {type === 'oem' && (
            <>
              <Entry name="Designation">{told(form.designation)}</Entry>
              <Entry name="Age / Sex">{told(form.ageSex)}</Entry>
              <Entry name="Year of Incorporation">{told(form.yearOfIncorporation)}</Entry>
              <Entry name="Total Employees">{told(form.totalEmployees)}</Entry>
            </>
          )}
        </dl>
        <dl className="grid gap-3">
          <Entry name="Company Description">{told(form.companyDescription)}</Entry>
          <Entry name="Services / Products">{told(form.servicesProducts)}</Entry>
          {form.socialMediaLinks && (
            <Entry name="Social Media Links">{form.socialMediaLinks}</Entry>
          )}
        </dl>
      </Section>
      <Section title="Address Information">
        <dl className={grid}>
          <Entry name="Address">{told(form.address)}</Entry>
          <Entry name="Factory Address">{told(form.factoryAddress)}</Entry>
          <Entry name="Certificate Postal Address">{told(form.certificatePostalAddress)}</Entry>
        </dl>
      </Section>
      {(type === 'vendor' || form.materials) && (
        <Section title="Vendor Materials">
          <Materials chosen={form.materials ?? []} other={form.otherMaterials} />
        </Section>
      )}
    </>
  )
}

const grid = 'grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3'

/** A part of the details under its own heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 border-t border-line pt-4">
      <h3 className="text-base">{title}</h3>
      {children}
    </section>
  )
}

const told = (words: ReactNode) => words || <span className="text-ink-faint">Not given</span>

function Materials({ chosen, other }: { chosen: readonly string[]; other: string | undefined }) {
  return (
    <div className="grid gap-2">
      {chosen.length === 0 && !other && <p>{told('')}</p>}
      {chosen.length > 0 && (
        <ul aria-label="Materials" className="flex flex-wrap gap-1.5">
          {chosen.map((id) => (
            <li key={id}>
              <Badge>{labelOf(id)}</Badge>
            </li>
          ))}
        </ul>
      )}
      {other && (
        <p className="wrap-anywhere">
          <span className="text-ink-faint">Other:</span> {other}
        </p>
      )}
    </div>
  )
}

/** What is not on the list stands as it was sent. */
const labelOf = (id: string): string =>
  Object.entries(materials).find(([known]) => known === id)?.[1] ?? id

function Website({ address }: { address: string }) {
  if (!address) return null
  if (!/^https?:\/\//i.test(address)) return address
  return (
    <Address href={address} outside>
      {address}
    </Address>
  )
}

function WhatsApp({ typed }: { typed: string }) {
  const digits = whatsappDigits(typed)
  if (digits.length < 10) return typed
  return (
    <Address href={`https://wa.me/${digits}`} outside>
      {typed}
    </Address>
  )
}

function Address({
  href,
  outside = false,
  children,
}: {
  href: string
  outside?: boolean
  children: ReactNode
}) {
  return (
    <a
      href={href}
      className="text-accent-text underline underline-offset-2 wrap-anywhere hover:no-underline"
      {...(outside && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {children}
    </a>
  )
}

export const typeLabels = {
  oem: 'OEM',
  vendor: 'Vendor',
} as const satisfies Record<MemberRole, string>

export const TypeBadge = ({ type }: { type: MemberRole }) => (
  <Badge tone={type === 'oem' ? 'accent' : 'neutral'}>{typeLabels[type]}</Badge>
)

const tones: Record<ApplicationStatus, Tone> = {
  pending: 'warning',
  changes: 'accent',
  approved: 'success',
  rejected: 'danger',
  withdrawn: 'neutral',
}

/** Where an application stands, in words. */
export const StatusBadge = ({ status }: { status: ApplicationStatus }) => (
  <Badge tone={tones[status]}>{statusLabels[status]}</Badge>
)
